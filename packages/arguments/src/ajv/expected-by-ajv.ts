/** An error of ajv. */
export interface AjvError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The schema that has the keyword. */
  readonly parentSchema?: Readonly<Record<string, unknown>>;
}

/** Returns the expectation of an error of ajv as a noun phrase: `at most 2 items`. */
export function expectedByAjv({ keyword, params = {} }: AjvError): string {
  const most =
    keyword === 'additionalItems' || keyword === 'unevaluatedItems' ? (params['limit'] ?? params['len']) : undefined;
  if (most === 0) return 'no items';
  if (typeof most === 'number') return `at most ${String(most)} ${most === 1 ? 'item' : 'items'}`;
  if (keyword === 'unevaluatedProperties' || keyword === 'additionalProperties') return 'no property of this name';
  const { property, deps } = params;
  if (keyword === 'dependencies' && typeof property === 'string' && typeof deps === 'string')
    return `an object with ${deps}, because it has ${property}`;
  return 'a value that fits the schema';
}
