/** The kinds of JSON Schema values. Each is one bit, so a number holds a set of kinds. */
export const KIND = {
  string: 1,
  integer: 2,
  /** Includes whole numbers outside the safe range. */
  fraction: 4,
  boolean: 8,
  null: 16,
  array: 32,
  object: 64,
  /** A value that JSON does not have. */
  other: 128,
} as const;

/** The bits of all kinds. */
export const ANY = 255;

const OF_TYPE: ReadonlyMap<string, number> = new Map([
  ['string', KIND.string],
  ['integer', KIND.integer],
  ['number', KIND.integer | KIND.fraction],
  ['boolean', KIND.boolean],
  ['null', KIND.null],
  ['array', KIND.array],
  ['object', KIND.object],
]);

/** Returns the bit of a value. */
export function kindOf(value: unknown): number {
  // With `switch (typeof value)`, V8 would make the name of the type and compare it.
  if (typeof value === 'string') return KIND.string;
  if (typeof value === 'number') {
    // The number may differ from the text, which may be a larger integer or a fraction.
    if (Number.isSafeInteger(value)) return KIND.integer;
    return Number.isFinite(value) ? KIND.fraction : KIND.other;
  }
  if (typeof value === 'boolean') return KIND.boolean;
  if (typeof value !== 'object') return KIND.other;
  if (value === null) return KIND.null;
  return Array.isArray(value) ? KIND.array : KIND.object;
}

/** Returns the bits of the keyword `type`, or 0 if it is absent. */
export function kindsOf(type: string | readonly string[] | undefined): number {
  if (type === undefined) return 0;
  if (typeof type === 'string') return OF_TYPE.get(type) ?? KIND.other;
  return type.reduce((kinds, one) => kinds | (OF_TYPE.get(one) ?? KIND.other), 0);
}
