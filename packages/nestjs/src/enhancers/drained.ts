import type { RunContext } from '@haft/core';

/** Whether a method is an async generator: what it yields is progress, what it returns is the result. */
export function isGenerator(result: unknown): result is AsyncGenerator {
  return (
    typeof result === 'object' &&
    result !== null &&
    Symbol.asyncIterator in result &&
    typeof (result as { readonly next?: unknown }).next === 'function'
  );
}

/** Runs a generator to its end, and reports what it yields. A call that was stopped ends it. */
export async function drained(generator: AsyncGenerator, run: RunContext): Promise<unknown> {
  for (;;) {
    const step = await generator.next();
    if (step.done === true) return step.value as unknown;
    if (run.signal.aborted) {
      await generator.return(undefined);
      run.signal.throwIfAborted();
    }
    run.report(step.value);
  }
}
