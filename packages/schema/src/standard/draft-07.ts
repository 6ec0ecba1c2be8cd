import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { withoutBounds } from '../keywords/contains.js';
import { withDependencies } from '../keywords/dependent-required.js';
import { withTuple } from '../keywords/items.js';
import { withDefinitions } from '../keywords/reference.js';
import { mapSubschemas } from '../references/visit.js';
import { referenceAlone } from './earlier-reference.js';

type Words = Record<string, unknown>;

/**
 * Rewrites a schema of draft 2020-12 in draft 07, which does not have bounds of `contains` and
 * `unevaluated...`.
 *
 * @see https://json-schema.org/draft/2020-12/release-notes, and the release notes of 2019-09
 */
export function inDraft07(schema: JsonSchemaObject): Words {
  const convert = (one: JsonSchema): JsonSchema | Words => {
    if (typeof one === 'boolean') return one;
    const inside = mapSubschemas(one, ({ schema: part }) => convert(part));
    return referenceAlone(STEPS.reduce((words, step) => step(words), withoutLaterWords(inside as Words)));
  };
  return convert(schema) as Words;
}

/** The functions that rewrite one keyword, in their order. */
const STEPS = [withDefinitions, withTuple, withDependencies, withoutBounds];

const LATER: ReadonlySet<string> = new Set([
  ...['unevaluatedItems', 'unevaluatedProperties', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$recursiveRef'],
]);

function withoutLaterWords({ $anchor: anchor, ...schema }: Words): Words {
  const kept = Object.entries(schema).filter(([keyword]) => !LATER.has(keyword));
  const isNamed = typeof anchor === 'string' && schema['$id'] === undefined;
  const version = schema['$schema'] === undefined ? {} : { $schema: 'http://json-schema.org/draft-07/schema#' };
  return { ...(isNamed ? { $id: `#${anchor}` } : {}), ...Object.fromEntries(kept), ...version };
}
