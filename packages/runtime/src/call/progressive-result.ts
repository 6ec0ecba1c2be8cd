import type { Call } from './call.js';

/** Whether a tool is an async generator: what it yields is progress, what it returns is the result. */
export function isProgressive(result: unknown): result is AsyncGenerator {
  return (
    typeof result === 'object' &&
    result !== null &&
    Symbol.asyncIterator in result &&
    typeof (result as { readonly next?: unknown }).next === 'function'
  );
}

/** Runs the generator to its end, and tells its host what it yields. When the call was answered meanwhile, the generator is ended. */
export async function lastOf(call: Call, generator: AsyncGenerator): Promise<unknown> {
  for (;;) {
    const step = await generator.next();
    if (step.done === true) return step.value as unknown;
    if (call.stopped !== undefined) {
      await generator.return(undefined);
      throw call.stopped;
    }
    call.run.tell({ type: 'progress', runId: call.run.id, callId: call.id, tool: call.name, progress: step.value });
  }
}
