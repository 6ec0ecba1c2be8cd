import { isThenable } from './container/is-thenable.js';

/** `next(value)`, at once where the value is there, else when its promise is: no promise where none is needed. */
export function after<T, R>(value: T | PromiseLike<T>, next: (value: T) => R | PromiseLike<R>): R | PromiseLike<R> {
  return isThenable(value) ? value.then(next) : next(value);
}

/** `next` with all values, at once where none of them is a promise. */
export function afterAll<T, R>(
  values: readonly (T | PromiseLike<T>)[],
  next: (values: readonly T[]) => R | PromiseLike<R>,
): R | PromiseLike<R> {
  return values.some(isThenable) ? Promise.all(values).then(next) : next(values as readonly T[]);
}
