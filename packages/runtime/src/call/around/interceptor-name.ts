import type { Interceptor } from '@haft/core';

/** Under this key, an interceptor of Haft that only narrows another one has the name of that one. */
export const NAMED: unique symbol = Symbol.for('haft.interceptorName');

/** What errors and events call an interceptor: by its class. A module that is one has none, and no prototype. */
export function interceptorName(interceptor: Interceptor & { readonly [NAMED]?: string }): string {
  const { constructor } = interceptor as { readonly constructor?: { readonly name: string } };
  return interceptor[NAMED] ?? constructor?.name ?? 'Object';
}
