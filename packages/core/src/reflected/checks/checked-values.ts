/**
 * The results of the functions of one module for lists and objects during one check. A recursive
 * union reaches an object once per branch, but checks it only once.
 */
export class CheckedValues {
  private readonly known = new Map<(value: unknown) => unknown, Map<object, unknown>>();
  private depth = 0;

  /**
   * Returns the result of a function for a value. Clears all results when the outermost call ends.
   */
  once(make: (value: unknown) => unknown, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return make(value);
    let made = this.known.get(make);
    if (made?.has(value) === true) return made.get(value);
    if (made === undefined) this.known.set(make, (made = new Map<object, unknown>()));
    this.depth++;
    try {
      const result = make(value);
      made.set(value, result);
      return result;
    } finally {
      if (--this.depth === 0) this.known.clear();
    }
  }
}
