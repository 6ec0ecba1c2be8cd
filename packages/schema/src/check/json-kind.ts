/** What a value is for JSON Schema, as one bit, so that a set of types is one number. */
export const KIND = {
  string: 1,
  integer: 2,
  /** Also a whole number beyond the safe range. */
  fraction: 4,
  boolean: 8,
  null: 16,
  array: 32,
  object: 64,
  /** Nothing that JSON has. */
  other: 128,
} as const;

export const STRING = 1;
export const NUMBER = 6;
export const ARRAY = 32;
export const OBJECT = 64;
/** Values of every kind. */
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

/** The bit of a value. */
export function kindOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return KIND.string;
    case 'number':
      // A larger whole number is only near the one that was written: to take it for an integer would be to guess.
      if (Number.isSafeInteger(value)) return KIND.integer;
      return Number.isFinite(value) ? KIND.fraction : KIND.other;
    case 'boolean':
      return KIND.boolean;
    case 'object':
      if (value === null) return KIND.null;
      return Array.isArray(value) ? KIND.array : KIND.object;
    default:
      return KIND.other;
  }
}

/** The bits of the keyword `type`; 0 where it is absent. */
export function kindsOf(type: string | readonly string[] | undefined): number {
  if (type === undefined) return 0;
  if (typeof type === 'string') return OF_TYPE.get(type) ?? KIND.other;
  return type.reduce((kinds, one) => kinds | (OF_TYPE.get(one) ?? KIND.other), 0);
}
