import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { analysisTable, keywordsIn } from '../keywords/table.js';

const NO_ITEMS: readonly never[] = [];
const NO_NAMES: Readonly<Record<string, never>> = {};

/** The requirements of the keywords of one schema for an example. */
export class ValuePlan {
  /** The bounds and the step of a number. */
  least = -Infinity;
  most = Infinity;
  step = 1;

  /** The length and form of a string. Lengths are in code points. */
  shortest = 0;
  longest = Infinity;
  format: string | undefined;
  contentEncoding: string | undefined;
  pattern: string | undefined;

  firstItems: readonly JsonSchema[] = NO_ITEMS;
  items: JsonSchema = true;
  contains: JsonSchema | undefined;
  fewestContained = 1;
  fewestItems = 0;
  mostItems = Infinity;
  mustDiffer = false;

  properties: Readonly<Record<string, JsonSchema>> = NO_NAMES;
  patterns: Readonly<Record<string, JsonSchema>> = NO_NAMES;
  /** The schema of properties with other names. Undefined if the schema has none. */
  others: JsonSchema | undefined;
  names: JsonSchema | undefined;
  required: readonly string[] = NO_ITEMS;
  dependentRequired: Readonly<Record<string, readonly string[]>> = NO_NAMES;
  fewestProperties = 0;
}

/** Collects the requirements of a schema for an example. */
export function planOf(schema: JsonSchemaObject): ValuePlan {
  const plan = new ValuePlan();
  for (const [keyword, { narrows }] of keywordsIn(schema, analysisTable())) narrows?.(plan, schema[keyword] as never);
  return plan;
}
