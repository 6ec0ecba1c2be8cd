import type { Class } from '../class.js';
import type { Interceptor } from '../interceptor.js';
import { requireInterceptor } from '../require-interceptor.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Adds interceptors around the calls of a tool, or of every tool of a class. The first is the
 * outermost. The container creates classes.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a value is not an interceptor
 * @example
 * const timed: Interceptor = {
 *   async intercept(call, next) {
 *     const start = performance.now();
 *     const outcome = await next();
 *     console.log(call.definition.name, outcome.status, performance.now() - start);
 *     return outcome;
 *   },
 * };
 *
 * @Use(timed)
 * @Toolset()
 * export class Clock {
 *   @Tool()
 *   now(): string {
 *     return new Date().toISOString();
 *   }
 * }
 */
export function Use(...interceptors: readonly (Interceptor | Class<Interceptor>)[]): DualDecorator {
  for (const one of interceptors) requireInterceptor('@Use', one);
  return recorder('use', interceptors);
}
