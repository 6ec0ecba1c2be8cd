import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { mergedExactly } from '../../keywords/merge-schemas.js';
import { targetOf } from '../../references/target-of.js';
import type { Rewriter } from './rewriter.js';

/**
 * Merges the parts of an `allOf` into one schema. Unmergeable parts stay in an `allOf`, which moves
 * into the description.
 */
export function rewriteAllOf(
  schema: JsonSchemaObject,
  parts: readonly JsonSchema[],
  path: Path,
  rewriting: Rewriter,
): JsonSchemaObject {
  const { rules, report } = rewriting;
  const { allOf: _parts, ...rest } = schema;
  let whole: JsonSchema = rest;
  const left: JsonSchema[] = [];
  const waiting = [...parts];
  const seen = new Set<JsonSchema>();
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const inner = followed(part, rewriting, seen);
    if (typeof inner === 'object' && inner.allOf !== undefined) {
      const { allOf: more, ...one } = inner;
      waiting.unshift(one, ...more);
      continue;
    }
    const merged = mergedExactly(whole, inner);
    whole = merged.schema;
    left.push(...merged.left);
  }
  const from = parts as readonly JsonValue[];
  // The rewriter of keywords reports the remaining parts.
  const reason = `${rules.title} has no allOf: its parts become one schema`;
  if (left.length < parts.length) report({ path, keyword: 'allOf', from, reason });
  const merged = typeof whole === 'boolean' ? impossible(whole) : whole;
  const written = left.length === 0 ? merged : { ...merged, allOf: left };
  rewriting.isCopy(written, ...seen);
  return written;
}

function impossible(schema: boolean): JsonSchemaObject {
  return schema ? {} : { not: {} };
}

/**
 * Returns the target of a part, or the part itself if it is inside its target or if there are too
 * many copies of targets.
 */
function followed(part: JsonSchema, { resolve, isOpen, mayCopy }: Rewriter, seen: Set<JsonSchema>): JsonSchema {
  let current = part;
  for (;;) {
    const target = targetOf(current, resolve);
    if (typeof current === 'boolean' || target === undefined || isOpen(target) || seen.has(target)) return current;
    if (!mayCopy()) return current;
    seen.add(target);
    const { $ref: _ref, ...beside } = current;
    const { schema, left } = mergedExactly(beside, target);
    if (left.length > 0) return part;
    current = schema;
  }
}
