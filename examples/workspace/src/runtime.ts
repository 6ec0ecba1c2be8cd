import type { AppDeps } from './app-deps.js';
import { createWorkspaceRuntime } from './create-runtime.js';

/* The module that `npx haft call` loads: the runtime, and the options of its runs. */

export const runtime = createWorkspaceRuntime(process.env.WORKSPACE_ROOT ?? process.cwd());

export function runOptions(): { deps: AppDeps } {
  return { deps: { user: 'ann', today: new Date(), journal: [] } };
}
