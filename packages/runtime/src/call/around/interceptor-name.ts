import type { Interceptor } from '@haft/core';

/** The key of a name: an interceptor that only limits another one has the name of that one. */
export const NAMED: unique symbol = Symbol.for('haft.interceptorName');

/**
 * Returns the name of an interceptor for errors and events: the name of its class. A module
 * namespace has no prototype, so it is called `Object`.
 */
export function interceptorName(interceptor: Interceptor & { readonly [NAMED]?: string }): string {
  const { constructor } = interceptor as { readonly constructor?: { readonly name: string } };
  return interceptor[NAMED] ?? constructor?.name ?? 'Object';
}
