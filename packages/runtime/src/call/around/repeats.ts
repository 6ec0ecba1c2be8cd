import type { Interceptor, ToolDefinition } from '@haft/core';

/** The mark of an interceptor of Haft that may call `next()` more than once for some tools. */
export const REPEATS: unique symbol = Symbol.for('haft.interceptorRepeats');

/** An interceptor that may have the mark. */
export interface Repeating {
  readonly [REPEATS]?: ((definition: ToolDefinition) => boolean) | undefined;
}

/** Returns whether an interceptor may execute calls of this tool more than once. */
export function mayRepeat(interceptor: Interceptor & Repeating, definition: ToolDefinition): boolean {
  return interceptor[REPEATS]?.(definition) === true;
}
