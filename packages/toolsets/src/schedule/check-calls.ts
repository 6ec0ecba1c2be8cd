import { ModelRetry, type RunContext } from '@haft/core';
import type { ScheduledCall } from './store/schedule-store.js';

/**
 * Checks the calls of a schedule as if they were made now: their tools exist in this run, and their
 * arguments are valid. Executes nothing.
 *
 * @throws {ModelRetry} with the problems of all calls
 */
export async function checkCalls(tools: readonly ScheduledCall[], run: RunContext): Promise<void> {
  const own = new Set(
    run
      .tools()
      .filter(({ metadata }) => metadata?.['haft'] === 'schedule')
      .map(({ name }) => name),
  );
  const problems: string[] = [];
  for (const [at, { tool, args }] of tools.entries()) {
    if (own.has(tool)) problems.push(`tools[${String(at)}]: a schedule cannot call ${tool}.`);
    else {
      const { status, text } = await run.check({
        id: `${run.callId}:${String(at)}`,
        name: tool,
        arguments: { ...args },
      });
      if (status === 'refused')
        problems.push(`tools[${String(at)}]: ${text.replace(/\n\nFix the errors and try again\.$/, '')}`);
    }
  }
  if (problems.length > 0) throw new ModelRetry(problems.join('\n'));
}
