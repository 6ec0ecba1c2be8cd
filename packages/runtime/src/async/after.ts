import { isThenable } from './is-thenable.js';

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

/**
 * `items.map(each)`, where `each` may give promises or throw at once. When it throws, the promises before are left alone
 * in peace: a rejection of theirs, which nobody waits for any more, must not end the process.
 */
export function mapEach<T, R>(items: readonly T[], each: (item: T, index: number) => R): R[] {
  const values: R[] = [];
  try {
    for (const [index, item] of items.entries()) values.push(each(item, index));
    return values;
  } catch (error) {
    for (const value of values) if (isThenable<unknown>(value)) value.then(undefined, ignore);
    throw error;
  }
}

const ignore = (): void => undefined;
