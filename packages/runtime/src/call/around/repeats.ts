import type { Interceptor, ToolDefinition } from '@haft/core';

/** Marks an interceptor of Haft itself that may call `next()` more than once, for the tools of which it says so. */
export const REPEATS: unique symbol = Symbol.for('haft.interceptorRepeats');

/** An interceptor that may bear the mark. */
export interface Repeating {
  readonly [REPEATS]?: ((definition: ToolDefinition) => boolean) | undefined;
}

/** Whether the interceptor may execute calls of this tool more than once. */
export function mayRepeat(interceptor: Interceptor & Repeating, definition: ToolDefinition): boolean {
  return interceptor[REPEATS]?.(definition) === true;
}
