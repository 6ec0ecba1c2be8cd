import { fileToolset } from '@haft/toolsets/file';
import { createRuntime, type Logger } from 'haft';
import type { AppDeps } from './app-deps.js';
import { Club } from './club.js';
import { journalChanges } from './journal-changes.js';
import { TaskList } from './task-list.js';
import { toolsets } from './toolsets.gen.js';

/**
 * The tools of this example: tasks, and the files of one folder. Return type left to the compiler:
 * it knows every tool by name.
 */
export function createWorkspaceRuntime(root: string, logger?: Logger) {
  return createRuntime({
    toolsets: [toolsets, fileToolset({ root, allowUnconfined: true })],
    provide: [TaskList, { provide: Club, useValue: new Club(['ann', 'ben']) }],
    interceptors: [journalChanges],
    ...(logger && { observe: { logger } }),
  }).withDeps<AppDeps>();
}
