import { HaftError } from './errors/index.js';

/**
 * Refuses a value in place of an interceptor, which would otherwise fail at the first call.
 *
 * @param owner - the function that got it, for the message
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireInterceptor(owner: string, value: unknown): void {
  if (typeof value === 'function') return;
  const { intercept, around } = (value ?? {}) as { readonly intercept?: unknown; readonly around?: unknown };
  if (typeof intercept !== 'function') {
    throw new HaftError('HAFT_INVALID_OPTION', `${owner} was given an interceptor without the method \`intercept\`.`, {
      hint: 'Write { intercept: (call, next) => next() }, a class with this method, policy(...) or redact(...).',
    });
  }
  if (around === undefined || around === 'call' || around === 'execution') return;
  throw new HaftError('HAFT_INVALID_OPTION', `${owner} was given an interceptor around ${JSON.stringify(around)}.`, {
    hint: "`around` is 'call' or 'execution'.",
  });
}
