import { createRuntime, type Logger } from 'haft';
import type { AppDeps } from './app-deps.js';
import { toolsets } from './toolsets.gen.js';
import { Workspace } from './workspace.js';
import { WorkspaceRoot } from './workspace-root.js';

/**
 * The tools of this example over one folder. Return type left to the compiler: it knows every tool
 * by name.
 */
export function createWorkspaceRuntime(root: string, logger?: Logger) {
  return createRuntime({
    toolsets,
    provide: [Workspace, { provide: WorkspaceRoot, useValue: new WorkspaceRoot(root) }],
    ...(logger && { logger }),
  }).withDeps<AppDeps>();
}
