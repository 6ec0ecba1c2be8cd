import type { ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';
import { encodeResult } from './encode-result.js';
import { outcomeOfError } from './outcome-of-error.js';
import { isProgressive, lastOf } from './progressive-result.js';
import type { ResolvedTool } from './resolve-tool.js';

/** Steps 10 and 11, inside the interceptors. A call that was answered meanwhile (deadline, cancellation) is not executed. */
export async function executeTool(
  call: Call,
  { instance, host }: ResolvedTool,
  args: ReadArguments,
): Promise<ToolOutcome> {
  if (call.stopped !== undefined) throw call.stopped;
  const { body } = call.state.planned.tool;
  try {
    const result: unknown = body.invoke(instance as never, args as never, contextOf(call), host);
    return encodeResult(call, await (isProgressive(result) ? lastOf(call, result) : result));
  } catch (error) {
    // Nobody waits for it: most often it only says that the signal was aborted.
    if (call.answered) throw error;
    return outcomeOfError(call, error);
  }
}
