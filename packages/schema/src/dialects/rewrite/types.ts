import type { JsonSchema, JsonSchemaObject, JsonType } from '../../json-schema.js';
import type { Path } from '../../issues/issue.js';
import { checksType } from '../../keywords/checks-type.js';
import { annotationsOf, assertionsOf } from './annotations.js';
import { orNull } from './or-null.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';
import { fitsType } from './types-of.js';
import { rewriteUnion } from './union.js';

/** Rewrites a schema of several types as a union of one schema for each type. */
export function rewriteTypes(
  schema: JsonSchemaObject,
  types: readonly JsonType[],
  path: Path,
  rewriting: Rewriter,
): Part {
  const { rules, report } = rewriting;
  const [first, ...more] = types.filter((type) => type !== 'null');
  const mayBeNull = rules.types === 'orNull' && types.includes('null');
  if (first !== undefined && more.length === 0 && mayBeNull) {
    const { schema: one, codec } = rewriting.rewrite(ofType(schema, first), path);
    return { schema: orNull(one), codec };
  }
  const branches = types.map((type): JsonSchema => assertionsOf(ofType(schema, type)));
  if (Array.isArray(schema.type)) {
    const reason = `${rules.title} takes one type in a schema`;
    report({ path, keyword: 'type', from: asJson(schema.type), to: 'anyOf', reason });
  }
  return rewriteUnion({ ...annotationsOf(schema), anyOf: branches }, path, rewriting);
}

/** Returns the part of a schema that applies to values of one type. */
function ofType(schema: JsonSchemaObject, type: JsonType): JsonSchemaObject {
  const kept = Object.entries(schema).filter(([keyword]) => checksType(keyword, type));
  const one = { ...(Object.fromEntries(kept) as JsonSchemaObject), type };
  if (type === 'null') return { ...annotationsOf(one), type };
  if (one.const !== undefined || one.enum === undefined) return one;
  return { ...one, enum: one.enum.filter((value) => fitsType(value, type)) };
}
