/**
 * Lets `instanceof` recognise instances from other copies of a class. An application and a library
 * may bring different versions of this package. An error or result of one must keep its meaning in
 * the other.
 *
 * @param target - the class. For classes that extend it, `instanceof` works as usual.
 * @param name - the name that all copies share
 */
export function recogniseCopies(target: abstract new (...args: never[]) => object, name: string): void {
  const mark = Symbol.for(`haft.${name}`);
  Object.defineProperty(target.prototype, mark, { value: true });
  Object.defineProperty(target, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== target) return isInstance.call(this, value);
      return typeof value === 'object' && value !== null && isMarked(value, mark);
    },
  });
}

/** A proxy whose traps throw is not an instance. */
function isMarked(value: object, mark: symbol): boolean {
  try {
    return (value as Marked)[mark] === true;
  } catch {
    return false;
  }
}

type Marked = Readonly<Record<symbol, unknown>>;

const isInstance = Function.prototype[Symbol.hasInstance];
