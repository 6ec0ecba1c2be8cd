import { createChecker, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';

/** Arguments that a tool rejects or repairs, and what is wrong with them. */
export interface WrongExample {
  readonly title: string;
  readonly value: JsonValue;
}

const MOST = 6;

/** Returns wrong arguments, made of valid ones: each has one mistake that models make. */
export function wrongExamplesOf(schema: JsonSchemaObject, valid: JsonValue): readonly WrongExample[] {
  if (!isObject(valid)) return [];
  const checker = createChecker(schema);
  const found = new Map<string, WrongExample>();
  for (const one of mistakesIn(schema, valid)) {
    if (found.size >= MOST) break;
    if (!checker.validates(one.value)) found.set(one.title, one);
  }
  return [...found.values()];
}

type Args = Readonly<Record<string, JsonValue>>;

function* mistakesIn(schema: JsonSchemaObject, valid: Args): Generator<WrongExample> {
  const keys = Object.keys(valid);
  const [first] = keys;
  for (const key of schema.required ?? []) {
    const { [key]: _left, ...others } = valid;
    yield { title: `without ${key}`, value: others };
    break;
  }
  if (first !== undefined) {
    const { [first]: value = null, ...others } = valid;
    yield { title: `${first} misspelt`, value: { [misspelt(first)]: value, ...others } };
  }
  for (const key of keys) yield { title: `${key} of another type`, value: { ...valid, [key]: otherType(valid[key]) } };
  for (const key of keys) {
    const value = outOfRange(schema.properties?.[key], valid[key]);
    if (value !== undefined) yield { title: `${key} out of range`, value: { ...valid, [key]: value } };
  }
  yield { title: 'an unknown property', value: { ...valid, no_such_property: true } };
}

function misspelt(name: string): string {
  return name.length > 2 ? `${name.slice(0, -2)}${name.at(-1) ?? ''}${name.at(-2) ?? ''}` : `${name}s`;
}

function otherType(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'number') return 'not a number';
  if (typeof value === 'string') return { text: value };
  return typeof value === 'boolean' ? 'maybe' : 'text';
}

/** Returns a value beyond a bound or outside of an enumeration. Undefined if there is neither. */
function outOfRange(schema: unknown, value: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(schema)) return undefined;
  const { enum: choices, maximum, minimum, maxLength, maxItems } = schema;
  if (Array.isArray(choices)) return `not ${String(choices[0])}`;
  if (typeof maximum === 'number') return maximum + 1;
  if (typeof minimum === 'number') return minimum - 1;
  if (typeof maxLength === 'number' && maxLength < 10_000) return 'x'.repeat(maxLength + 1);
  if (typeof maxItems === 'number' && maxItems < 100 && Array.isArray(value) && value.length > 0)
    return Array<JsonValue>(maxItems + 1).fill(value[0] as JsonValue);
  return undefined;
}
