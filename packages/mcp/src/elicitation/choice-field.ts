import type { JsonSchema, JsonSchemaObject, JsonValue } from '@haft/schema';
import type { FlatField, FormField } from './form-field.js';
import { isSchemaObject, only, textsOf } from './schema-parts.js';
import { unsaidRules } from './unsaid-rules.js';

/** Returns the field for one of several texts, with or without titles. Numbers become texts. */
export function choiceField(schema: JsonSchemaObject): FormField | undefined {
  const titled = titledOptions(schema.oneOf ?? schema.anyOf);
  const [list, named] = [schema.const === undefined ? 'enum' : 'const', schema.oneOf === undefined ? 'anyOf' : 'oneOf'];
  const texts = textsOf(schema, unsaidRules(without(schema, titled === undefined ? list : named), {}));
  if (titled !== undefined) {
    const fallback = only({ default: schema.default }, 'string');
    return field({ type: 'string', ...texts, oneOf: titled, ...fallback });
  }
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values === undefined || values.length === 0) return undefined;
  const fallback = isScalar(schema.default) ? { default: String(schema.default) } : {};
  const names = namesOf(schema, values.length);
  const chosen = { type: 'string', ...texts, enum: values.map(String), ...names, ...fallback };
  if (values.every((value) => typeof value === 'string')) return field(chosen);
  if (values.every((value) => typeof value === 'number')) return { ...field(chosen), read: Number };
  return undefined;
}

/** Returns the field for any of several texts. */
export function choicesField(schema: JsonSchemaObject): FormField | undefined {
  const { items, minItems, maxItems, default: fallback } = schema;
  if (schema.type !== 'array' || !isSchemaObject(items)) return undefined;
  const named = items.anyOf === undefined ? 'oneOf' : 'anyOf';
  const titled = titledOptions(items.anyOf ?? items.oneOf);
  const rules = [
    ...unsaidRules(schema, { items, minItems, maxItems }),
    ...unsaidRules(without(items, titled === undefined ? 'enum' : named), {}, 'Each item'),
  ];
  const rest = {
    type: 'array',
    ...textsOf(schema, rules),
    ...only({ minItems, maxItems }, 'number'),
    ...(Array.isArray(fallback) ? { default: fallback } : {}),
  };
  if (titled !== undefined) return field({ ...rest, items: { anyOf: titled } });
  if (items.enum?.every((value) => typeof value === 'string') !== true) return undefined;
  return field({ ...rest, items: { type: 'string', enum: items.enum } });
}

/** Returns the schema without the keyword whose values are the options of the field. */
function without(schema: JsonSchemaObject, key: string): JsonSchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([one]) => one !== key));
}

function isScalar(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function titledOptions(options: readonly JsonSchema[] | undefined): { const: string; title: string }[] | undefined {
  if (options === undefined || options.length === 0) return undefined;
  const titled: { const: string; title: string }[] = [];
  for (const option of options) {
    if (!isSchemaObject(option) || typeof option.const !== 'string') return undefined;
    titled.push({ const: option.const, title: option.title ?? option.description ?? option.const });
  }
  return titled;
}

/** Returns `enumNames`, which clients before 2025-11-25 show instead of the values. */
function namesOf(schema: object, count: number): object {
  const { enumNames } = schema as { readonly enumNames?: unknown };
  const fits = Array.isArray(enumNames) && enumNames.length === count;
  return fits && enumNames.every((name) => typeof name === 'string') ? { enumNames } : {};
}

function field(flat: object): FormField {
  return { field: flat as FlatField, read: (value) => value };
}
