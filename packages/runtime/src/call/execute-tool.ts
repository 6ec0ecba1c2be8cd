import { HaftError, type ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { executeIsolated } from '../isolation/execute-isolated.js';
import type { Call } from './call.js';
import { isInWorker } from '../isolation/is-in-worker.js';
import { contextOf } from './context-of.js';
import { loadCareful } from '../load-careful.js';
import { canEncode, encodeResult } from './encode-result.js';
import { outcomeOfError } from './outcome-of-error.js';
import { isProgressive } from './drained.js';
import { lastOf } from './progressive-result.js';
import type { ResolvedTool } from './resolve-tool.js';

/** Steps 10 and 11, inside the interceptors. A call that was answered meanwhile (deadline, cancellation) is not executed. */
export async function executeTool(
  call: Call,
  { instance, host }: ResolvedTool,
  args: ReadArguments,
): Promise<ToolOutcome> {
  if (call.stopped !== undefined) throw call.stopped;
  const { body, policy } = call.state.planned.tool;
  try {
    const { threads } = call.run.runtime;
    if (policy.isolated === true && threads !== undefined && !isInWorker(call))
      return await executeIsolated(call, threads);
    const result: unknown = body.invoke(instance as never, args as never, contextOf(call), host);
    const value: unknown = await (isProgressive(result) ? lastOf(call, result) : result);
    if (!canEncode(call)) await loadCareful();
    return encodeResult(call, value);
  } catch (error) {
    // Nobody waits for it: most often it only says that the signal was aborted.
    if (call.answered || isForTheDeveloper(error)) throw error;
    return outcomeOfError(call, error);
  }
}

/** A worker that cannot be used, a file that is missing: no tool threw that. */
function isForTheDeveloper(error: unknown): boolean {
  return error instanceof HaftError && (error.code === 'HAFT_ISOLATION' || error.code === 'HAFT_PART_MISSING');
}
