/**
 * Makes `instanceof` true of the instances of other copies of a class, too: a tree of packages may hold two versions of this one, that of
 * an application and that of a library of toolsets, and what one throws or returns must mean the same to the other.
 *
 * @param target - the class; of classes that extend it, an instance is what it always is
 * @param name - what copies have in common
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

/** What refuses to be asked, such as a proxy whose traps throw, is none. */
function isMarked(value: object, mark: symbol): boolean {
  try {
    return (value as Marked)[mark] === true;
  } catch {
    return false;
  }
}

type Marked = Readonly<Record<symbol, unknown>>;

const isInstance = Function.prototype[Symbol.hasInstance];
