import { isThenable } from './is-thenable.js';

/** Returns `next(value)`. Creates a promise only if `value` is one. */
export function after<T, R>(value: T | PromiseLike<T>, next: (value: T) => R | PromiseLike<R>): R | PromiseLike<R> {
  return isThenable(value) ? value.then(next) : next(value);
}

/** Returns `next(values)`. Creates a promise only if one of the values is one. */
export function afterAll<T, R>(
  values: readonly (T | PromiseLike<T>)[],
  next: (values: readonly T[]) => R | PromiseLike<R>,
): R | PromiseLike<R> {
  return values.some(isThenable) ? Promise.all(values).then(next) : next(values as readonly T[]);
}

/**
 * Returns `items.map(each)`. If `each` throws, ignores rejections of the earlier promises: an
 * unhandled rejection would end the process.
 */
export function mapEach<T, R>(items: readonly T[], each: (item: T, index: number) => R): R[] {
  const values: R[] = [];
  try {
    for (const [index, item] of items.entries()) values.push(each(item, index));
    return values;
  } catch (error) {
    ignoreRejections(values);
    throw error;
  }
}

/** Ignores rejections of values that may be promises. */
export function ignoreRejections(values: readonly unknown[]): void {
  for (const value of values) if (isThenable(value)) value.then(undefined, () => undefined);
}
