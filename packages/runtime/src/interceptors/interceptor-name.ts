import type { Interceptor } from '@haft/core';

/** Under this key, an interceptor of Haft that only narrows another one has the name of that one. */
export const NAMED = Symbol('name');

/** What errors and events call an interceptor: by its class. */
export function interceptorName(interceptor: Interceptor & { readonly [NAMED]?: string }): string {
  return interceptor[NAMED] ?? interceptor.constructor.name;
}
