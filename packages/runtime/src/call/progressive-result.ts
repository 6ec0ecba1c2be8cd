import type { Call } from './call.js';
import { drained, type AnyGenerator } from './drained.js';

/** What a generator returns in the end; what it yields is told as progress of the call. */
export function lastOf(call: Call, generator: AnyGenerator): Promise<unknown> {
  const { run, id: callId, name: tool } = call;
  const report = (progress: unknown): void => {
    run.tell({ type: 'progress', runId: run.id, callId, tool, progress });
  };
  return drained(generator, report, () => call.stopped);
}
