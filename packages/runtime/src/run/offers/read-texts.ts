import { isObject } from '@haft/schema/basics';
import { textOf } from '@haft/compose/internal';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '@haft/schema';

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Returns arguments for texts, each read by its own schema: `"7"` is 7 for a number. A text that
 * its schema cannot be stays a text, which the check of arguments then refuses.
 *
 * @param schema - the schema of all arguments
 */
export function readTexts(
  schema: JsonSchemaObject,
  texts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const properties: Readonly<Record<string, JsonSchema>> = schema.properties ?? {};
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, typeof text === 'string' ? readText(schema, own, text) : text];
    }),
  );
}

function readText(root: JsonSchemaObject, schema: JsonSchema | undefined, text: string): JsonValue {
  const forms = formsOf(root, schema);
  const values = forms.flatMap((form) => valuesOf(form) ?? []);
  const named = values.find((value) => textOf(value) === text);
  if (named !== undefined) return named;
  const types = new Set(forms.flatMap((form) => (valuesOf(form) === undefined ? [form.type ?? 'string'].flat() : [])));
  if (types.has('string')) return text;
  if ((types.has('number') || types.has('integer')) && NUMBER.test(text)) return exactNumber(text) ?? text;
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Returns the number of a text, or undefined if it would lose digits and name another thing. */
function exactNumber(text: string): number | undefined {
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** Returns the values that a schema lists, or undefined if it lists none. */
export function valuesOf(schema: JsonSchemaObject): readonly JsonValue[] | undefined {
  return schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
}

/** Returns the alternatives of a schema. */
export function formsOf(root: JsonSchemaObject, schema: JsonSchema | undefined): readonly JsonSchemaObject[] {
  const target = targetOf(root, schema);
  if (target === undefined) return [];
  const alternatives = target.anyOf ?? target.oneOf;
  if (alternatives === undefined) return [target];
  return alternatives.flatMap((one) => targetOf(root, one) ?? []);
}

function targetOf(root: JsonSchemaObject, schema: JsonSchema | undefined): JsonSchemaObject | undefined {
  if (!isObject(schema)) return undefined;
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace(/^#\/\$defs\//, '') : undefined;
  const target = name === undefined ? schema : root.$defs?.[name];
  return isObject(target) ? target : undefined;
}
