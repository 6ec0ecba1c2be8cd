import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { LimitedDefinition, ToolFinding } from './limit-finding.js';
import { pathWithStars } from './path-with-stars.js';
import type { Limit, StrictLimits } from './provider-limits.js';
import { visitSchemas, type VisitedSchema } from './visit-schemas.js';

/** Why a tool that wants strict mode cannot have it, whatever is rewritten. */
export function strictLimitsBroken(
  { name, parameters }: LimitedDefinition,
  title: string,
  limits: StrictLimits,
): readonly ToolFinding[] {
  const found: ToolFinding[] = [];
  const report = (path: Path, limit: string): void => {
    const place = path.length === 0 ? '' : ` because of '${pathWithStars(path)}'`;
    found.push({
      kind: 'strict',
      path,
      what: `The tool '${name}' asks for strict mode and cannot have it at ${title}${place}`,
      limit,
      fix: 'Change the type, or leave `strict` out: then strict mode is used where it is possible.',
    });
  };
  visitSchemas(parameters, (one) => {
    for (const reason of reasonsAgainst(one, limits)) report(one.path, reason);
  });
  for (const reason of sizesAgainst(parameters, limits)) report([], reason);
  return found;
}

function* reasonsAgainst(
  { schema, recursive, unresolved, part }: VisitedSchema,
  limits: StrictLimits,
): Generator<string> {
  if (isAnyValue(schema)) {
    if (limits.anyValue !== undefined && !part) yield 'a value of any type is not allowed there';
    return;
  }
  if (typeof schema === 'boolean') return;
  for (const keyword of limits.refused?.value ?? []) {
    if (Object.hasOwn(schema, keyword)) yield `'${keyword}' is not allowed there`;
  }
  if (limits.recursion !== undefined && recursive) yield 'a type inside itself is not allowed there';
  if (limits.outerReference !== undefined && unresolved) yield `'$ref' must name a part of the schema`;
  // The parts of an `allOf` are closed together, if at all.
  if (limits.openObject !== undefined && !part && isOpenObject(schema)) {
    yield 'an object must name its properties there, and take no others';
  }
  if (limits.anyItems !== undefined && isListOfAnything(schema)) yield 'a list must describe its items there';
}

function* sizesAgainst(parameters: JsonSchema, limits: StrictLimits): Generator<string> {
  const size = { optional: 0, properties: 0, enumValues: 0, levels: 0 };
  visitSchemas(parameters, ({ schema, level }) => {
    if (typeof schema === 'boolean') return;
    const names = Object.keys(schema.properties ?? {});
    size.properties += names.length;
    size.optional += names.filter((one) => schema.required?.includes(one) !== true).length;
    size.enumValues += schema.enum?.length ?? 0;
    if (isObject(schema)) size.levels = Math.max(size.levels, level + 1);
  });
  yield* tooLarge(size.optional, limits.mostOptionalProperties, 'optional properties');
  yield* tooLarge(size.properties, limits.mostProperties, 'properties');
  yield* tooLarge(size.enumValues, limits.mostEnumValues, 'enum values');
  yield* tooLarge(size.levels, limits.mostLevels, 'levels of objects');
}

function* tooLarge(count: number, most: Limit<number> | undefined, noun: string): Generator<string> {
  if (most !== undefined && count > most.value) yield `it has ${count} ${noun}, at most ${most.value} are allowed`;
}

const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'description',
  'title',
  'default',
  'examples',
  'deprecated',
  '$defs',
]);

function isAnyValue(schema: JsonSchema): boolean {
  return schema === true || (schema !== false && Object.keys(schema).every((keyword) => SAYS_NOTHING.has(keyword)));
}

function isObject({ type, properties }: JsonSchemaObject): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
}

/** A map (`additionalProperties` with a schema) is not open: it can be said as a list of keys and values. */
function isOpenObject(schema: JsonSchemaObject): boolean {
  if (!isObject(schema)) return false;
  const { additionalProperties = true, allOf, $ref } = schema;
  // An `additionalProperties` that says nothing is met as a value of any type.
  return additionalProperties === true && allOf === undefined && $ref === undefined;
}

function isListOfAnything({ type, items, prefixItems }: JsonSchemaObject): boolean {
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'));
  return isList && (items === undefined || items === true) && prefixItems === undefined;
}
