import type { Path } from '../../issues/issue.js';
import type { JsonSchemaObject, JsonType } from '../../json-schema.js';
import { rewriteAnyValue } from './any-value.js';
import { withValuesTold } from './description.js';
import { rewriteKeywords } from './keywords.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';
import { fitsType } from './types-of.js';

/** Rewrites a schema of strings, of numbers, of booleans or of null. */
export function rewriteScalar(given: JsonSchemaObject, type: JsonType, path: Path, rewriting: Rewriter): Part {
  const schema = withValuesOfType(given, type, path, rewriting);
  if (hasLargeLiterals(schema)) return rewriteAnyValue(schema, path, rewriting);
  const typed = withType(schema, type, path, rewriting);
  const bounded = withWholeBounds(typed, path, rewriting);
  return { schema: rewriteKeywords(withLiterals(bounded, type, path, rewriting), type, path, rewriting) };
}

/** Returns whether the allowed values include lists or objects, which no dialect can list. */
export function hasLargeLiterals({ const: only, enum: values }: JsonSchemaObject): boolean {
  return [only, ...(values ?? [])].some((value) => typeof value === 'object' && value !== null);
}

/** Leaves out listed values of other types: no argument can have them. */
function withValuesOfType(
  schema: JsonSchemaObject,
  type: JsonType,
  path: Path,
  { report }: Rewriter,
): JsonSchemaObject {
  const { enum: listed = [] } = schema;
  const possible = listed.filter((value) => fitsType(value, type));
  if (possible.length === listed.length || possible.length === 0) return schema;
  const reason = 'the type takes none of the others';
  report({ path, keyword: 'enum', from: asJson(listed), to: asJson(possible), reason });
  return { ...schema, enum: possible };
}

/** Adds the type of `{ "const": "a" }`, which some providers require. */
function withType(schema: JsonSchemaObject, type: JsonType, path: Path, { rules, report }: Rewriter): JsonSchemaObject {
  const before = schema.type;
  if (rules.literals === 'keep' || (before !== undefined && [before].flat().length === 1)) return schema;
  const reason = `${rules.title} wants a type in each schema`;
  report({
    path,
    keyword: 'type',
    ...(before === undefined ? {} : { from: asJson(before) }),
    to: type,
    reason,
  });
  return { type, ...schema, ...(before === undefined ? {} : { type }) };
}

/** Replaces exclusive bounds of an integer by inclusive ones. */
function withWholeBounds(schema: JsonSchemaObject, path: Path, { rules, report }: Rewriter): JsonSchemaObject {
  if (schema.type !== 'integer') return schema;
  let bounds = schema;
  for (const [keyword, target, step] of [
    ['exclusiveMinimum', 'minimum', 1],
    ['exclusiveMaximum', 'maximum', -1],
  ] as const) {
    const { [keyword]: from, [target]: other, ...rest } = bounds;
    if (typeof from !== 'number' || rules.says(keyword, from, 'integer') || !rules.says(target, from, 'integer'))
      continue;
    const nearest = step === 1 ? Math.floor(from) + 1 : Math.ceil(from) - 1;
    const to = other === undefined ? nearest : step === 1 ? Math.max(other, nearest) : Math.min(other, nearest);
    bounds = { ...rest, [target]: to };
    report({ path, keyword, from, to: `${target}=${to}`, reason: `${rules.title} has no such keyword` });
  }
  return bounds;
}

/**
 * Rewrites listed values for a target that lists only strings: as strings, or in the description.
 */
function withLiterals(
  schema: JsonSchemaObject,
  type: JsonType,
  path: Path,
  { rules, report }: Rewriter,
): JsonSchemaObject {
  const { const: only, enum: listed, ...rest } = schema;
  const values = only === undefined ? listed : [only];
  if (values === undefined || rules.literals !== 'texts') return schema;
  const keyword = only === undefined ? 'enum' : 'const';
  const from = only === undefined ? asJson(listed) : only;
  if (type === 'null') {
    report({ path, keyword, from, reason: `${rules.title} lists texts only, and the type says the same` });
    return rest;
  }
  const others = values.filter((value) => fitsType(value, type));
  if (type === 'string' && others.every((value) => value !== '')) {
    if (only !== undefined)
      report({ path, keyword, from, to: [only], reason: `${rules.title} has no such keyword: a list of one` });
    return { ...rest, enum: others };
  }
  const reason = `${rules.title} lists texts only`;
  return withValuesTold(rest, only ?? others, { path, keyword, from, reason }, report);
}
