import type { JsonSchema, JsonValue } from '../json-schema.js';

/** The steps after which no more examples are made. A large schema of a real tool needs a tenth. */
const MOST_STEPS = 20_000;
/** The largest number of values in one example, including itself. */
const MOST_VALUES = 5_000;

/**
 * Keeps the work for one example linear in its schema. Each schema gets its example once, and no
 * example contains one of the same schema, so a recursive type uses its smallest branch.
 */
export class ExampleBudget {
  private left = MOST_STEPS;
  private readonly known = new Map<JsonSchema, Map<number, JsonValue | undefined>>();
  /** The schemas whose examples are in progress, in the order of their start. */
  private readonly open = new Map<JsonSchema, number>();
  /**
   * The earliest open schema that was visited again. A failure because of it may succeed elsewhere.
   */
  private earliestMet = Infinity;
  private readonly sizes = new WeakMap<object, number>();

  /**
   * Counts one step.
   *
   * @returns false if no steps remain
   */
  step(): boolean {
    return --this.left >= 0;
  }

  /** Makes the example of a schema, or returns the earlier one. */
  once(schema: JsonSchema, variant: number, make: () => JsonValue | undefined): JsonValue | undefined {
    const known = this.known.get(schema) ?? new Map<number, JsonValue | undefined>();
    if (known.has(variant)) return known.get(variant);
    const opened = this.open.get(schema);
    if (opened !== undefined) {
      this.earliestMet = Math.min(this.earliestMet, opened);
      return undefined;
    }
    if (!this.step()) return undefined;
    const outer = this.earliestMet;
    const order = this.open.size;
    this.earliestMet = Infinity;
    this.open.set(schema, order);
    const made = make();
    // Shared parts count in each place.
    const value = made !== undefined && this.sizeOf(made) > MOST_VALUES ? undefined : made;
    this.open.delete(schema);
    if (value !== undefined || this.earliestMet >= order) this.known.set(schema, known.set(variant, value));
    this.earliestMet = Math.min(outer, this.earliestMet < order ? this.earliestMet : Infinity);
    return value;
  }

  private sizeOf(value: JsonValue): number {
    if (typeof value !== 'object' || value === null) return 1;
    const known = this.sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    for (const one of Object.values(value)) size += this.sizeOf(one);
    this.sizes.set(value, size);
    return size;
  }
}
