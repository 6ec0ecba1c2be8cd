import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../../json-schema.js';
import { joined } from './description.js';
import { asJson } from './part.js';
import type { Rewriter } from './rewriter.js';
import { isNull } from './or-null.js';

/**
 * Rewrites a written schema for OpenAPI 3.0: `nullable` for a type that may be null, and no
 * `additionalProperties`.
 */
export function inOpenApi(schema: JsonSchema, path: Path, rewriting: Rewriter): JsonSchemaObject {
  if (typeof schema === 'boolean') return {};
  const { additionalProperties, ...rest } = schema;
  const { report, rules } = rewriting;
  if (additionalProperties === false) {
    const reason = `${rules.title} has no such keyword, and takes named properties only`;
    report({ path, keyword: 'additionalProperties', from: false, reason });
  }
  const { properties, items } = rest;
  const inside: JsonSchemaObject = {
    ...rest,
    ...(properties === undefined ? {} : { properties: propertiesOf(properties, path, rewriting) }),
    ...(items === undefined ? {} : { items: inOpenApi(items, [...path, '*'], rewriting) }),
  };
  return withNullable(inside, path, rewriting);
}

function propertiesOf(
  properties: Readonly<Record<string, JsonSchema>>,
  path: Path,
  rewriting: Rewriter,
): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([name, one]) => [name, inOpenApi(one, [...path, name], rewriting)]));
}

type OpenApiSchema = JsonSchemaObject & { readonly nullable?: boolean };

function withNullable(schema: JsonSchemaObject, path: Path, rewriting: Rewriter): OpenApiSchema {
  const { type, anyOf, enum: values } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const [only] = (type as readonly JsonType[]).filter((one) => one !== 'null');
    tell(path, 'type', type as readonly JsonType[], rewriting);
    if (only === undefined) return { ...schema, type: 'null' };
    const listed = values === undefined ? {} : { enum: values.filter((one) => one !== null) };
    return { ...schema, ...listed, type: only, nullable: true };
  }
  if (anyOf === undefined) return schema;
  const branches = anyOf.filter((one) => !isNull(one)).map((one) => inOpenApi(one, path, rewriting));
  const [first, ...more] = branches;
  if (branches.length === anyOf.length || first === undefined)
    return { ...schema, anyOf: branches.length === 0 ? anyOf : branches };
  tell(path, 'anyOf', asJson(anyOf), rewriting);
  const nullable: OpenApiSchema = { ...first, nullable: true };
  if (more.length > 0) return { ...schema, anyOf: [nullable, ...more] };
  const { anyOf: _anyOf, description, ...rest } = schema;
  const text = joined(description, first.description);
  return { ...nullable, ...rest, ...(text === '' ? {} : { description: text }) };
}

function tell(path: Path, keyword: string, from: JsonValue, { report, rules }: Rewriter): void {
  report({
    path,
    keyword,
    from,
    to: 'nullable',
    reason: `${rules.title} has its own word for a value that may be null`,
  });
}
