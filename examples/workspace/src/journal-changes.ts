import { forTools, type RunContext } from 'haft';
import type { AppDeps } from './app-deps.js';

/**
 * Notes each change that succeeds. It also sees the file tools, whose class knows nothing about
 * users.
 */
export const journalChanges = forTools(({ hints }) => hints?.readOnly !== true, {
  async intercept(call, next) {
    const outcome = await next();
    const { deps, toolName } = call.run as RunContext<AppDeps>;
    if (outcome.status === 'success') {
      deps.journal.push({ user: deps.user, tool: toolName, change: call.arguments as object });
    }
    return outcome;
  },
});
