/** An error of ajv. */
export interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Returns the expectation of an error of ajv as a noun phrase: `at most 2 items`. */
export function expectedByAjv({ keyword, message = '', params = {} }: AjvError): string {
  const most =
    keyword === 'additionalItems' || keyword === 'unevaluatedItems' ? (params['limit'] ?? params['len']) : undefined;
  if (most === 0) return 'no items';
  if (typeof most === 'number') return `at most ${String(most)} ${most === 1 ? 'item' : 'items'}`;
  if (keyword === 'unevaluatedProperties') return 'no property of this name';
  const { property, deps } = params;
  if (keyword === 'dependencies' && typeof property === 'string' && typeof deps === 'string')
    return `an object with ${deps}, because it has ${property}`;
  for (const [start, phrase] of STARTS) if (message.startsWith(start)) return phrase + message.slice(start.length);
  return 'a value that fits the schema';
}

const STARTS = [
  ['must NOT be ', 'a value that is not '],
  ['must NOT have ', 'a value that does not have '],
  ['must be ', 'a value that is '],
  ['must have ', 'a value that has '],
  ['must match ', 'a value that matches '],
  ['must pass ', 'a value that passes '],
  ['must contain ', 'a value that contains '],
] as const;
