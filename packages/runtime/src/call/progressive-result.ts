import type { Call } from './call.js';
import { drained, type AnyGenerator } from './drained.js';

/** Returns the result of a generator. Reports the values that it yields as progress of the call. */
export function lastOf(call: Call, generator: AnyGenerator): Promise<unknown> {
  const { run, id: callId, name: tool } = call;
  const report = (progress: unknown): void => {
    run.tell({ type: 'progress', runId: run.id, callId, tool, progress });
  };
  return drained(generator, report, () => call.stopped);
}
