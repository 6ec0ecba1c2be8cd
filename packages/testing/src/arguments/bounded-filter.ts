import fc from 'fast-check';

/** How many values to generate before the fallback. */
const TRIES = 12;

/**
 * The values of an arbitrary that pass a test. Unlike `filter`, it always ends: after some tries,
 * it returns the result of `fallback` for the last one.
 */
export class BoundedFilter<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly source: fc.Arbitrary<T>,
    private readonly passes: (value: T) => boolean,
    private readonly fallback: (last: T | undefined) => T,
  ) {
    super();
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    let last: T | undefined;
    for (let i = 0; i < TRIES; i++) {
      // A bias prefers the edges of a range. If those fail, other values may pass.
      const made = this.source.generate(random, i < TRIES / 2 ? bias : undefined);
      last = made.value;
      if (this.passes(last)) return made;
    }
    return new fc.Value(this.fallback(last), FALLBACK);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.source.canShrinkWithoutContext(value) && this.passes(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    if (context === FALLBACK) return fc.Stream.nil();
    return this.source.shrink(value, context).filter((smaller) => this.passes(smaller.value));
  }
}

/** The context of a value that is not from the source. The source cannot shrink it. */
const FALLBACK = Symbol('fallback');
