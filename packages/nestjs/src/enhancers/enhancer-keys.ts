import { UseFilters, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import type { EnhancerKinds } from './enhancer-kinds.js';

let known: Readonly<Record<keyof EnhancerKinds, unknown>> | undefined;

/**
 * Returns the metadata keys of `@UseGuards` and the like. No public entry point of Nest has them,
 * but the decorators leave them on a class.
 */
export function enhancerKeys(): Readonly<Record<keyof EnhancerKinds, unknown>> {
  return (known ??= {
    guards: keyOf(UseGuards({ canActivate: () => true })),
    interceptors: keyOf(UseInterceptors({ intercept: (_context, next) => next.handle() })),
    pipes: keyOf(UsePipes({ transform: (value: unknown) => value })),
    filters: keyOf(UseFilters({ catch: () => undefined })),
  });
}

function keyOf(decorate: ClassDecorator): unknown {
  class Probe {}
  decorate(Probe);
  return Reflect.getMetadataKeys(Probe).find((key: unknown) => Array.isArray(Reflect.getMetadata(key, Probe)));
}
