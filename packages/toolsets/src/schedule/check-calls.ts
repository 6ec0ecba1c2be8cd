import { ModelRetry, type RunContext } from '@haft/core';
import { isOwnTool } from '../own-tool.js';
import type { ScheduledCall } from './store/schedule-store.js';

/**
 * Checks the calls of a schedule as if they were made now: their tools exist in this run, and their
 * arguments are valid. Executes nothing.
 *
 * @throws {ModelRetry} with the problems of all calls
 */
export async function checkCalls(tools: readonly ScheduledCall[], run: RunContext): Promise<void> {
  const own = new Set(
    run.calls
      .tools()
      .filter((definition) => isOwnTool(definition, 'schedule'))
      .map(({ name }) => name),
  );
  const problems: string[] = [];
  for (const [at, { tool, args }] of tools.entries()) {
    const id = `${run.callId}:${String(at)}`;
    // An alias is the tool that it names.
    const check = await run.calls.check({ id, name: tool, arguments: { ...args } });
    if (own.has(check.tool)) problems.push(`tools[${String(at)}]: a schedule cannot call ${tool}.`);
    else if (check.status === 'refused')
      problems.push(`tools[${String(at)}]: ${check.text.replace(/\n\nFix the errors and try again\.$/, '')}`);
  }
  if (problems.length > 0) throw new ModelRetry(problems.join('\n'));
}
