import type { Call } from './call.js';
import { nextTurn } from './next-turn.js';

/** Whether a tool is an async generator: what it yields is progress, what it returns is the result. */
export function isProgressive(result: unknown): result is AsyncGenerator {
  return (
    typeof result === 'object' &&
    result !== null &&
    Symbol.asyncIterator in result &&
    typeof (result as { readonly next?: unknown }).next === 'function'
  );
}

/**
 * Runs the generator to its end, and tells its host what it yields. When the call was answered meanwhile, the generator is ended. One
 * that never waits for anything would let no timer run, and no deadline come: now and then everybody else has a turn.
 */
export async function lastOf(call: Call, generator: AsyncGenerator): Promise<unknown> {
  let turnAt = Date.now();
  for (;;) {
    const step = await generator.next();
    if (step.done === true) return step.value as unknown;
    if (call.stopped !== undefined) {
      await generator.return(undefined);
      throw call.stopped;
    }
    call.run.tell({ type: 'progress', runId: call.run.id, callId: call.id, tool: call.name, progress: step.value });
    if (Date.now() - turnAt < LONGEST_TURN_MS) continue;
    await nextTurn();
    turnAt = Date.now();
  }
}

const LONGEST_TURN_MS = 20;
