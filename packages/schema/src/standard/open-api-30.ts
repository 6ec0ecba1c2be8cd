import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { withOneExample } from '../keywords/annotations.js';
import { withByteFormat } from '../keywords/content.js';
import { withoutTuple } from '../keywords/items.js';
import { withoutPatterns } from '../keywords/properties/properties.js';
import { withFlags } from '../keywords/range.js';
import { withDefinitions } from '../keywords/reference.js';
import { withOneType } from '../keywords/type.js';
import { withEnum } from '../keywords/values.js';
import { mapSubschemas } from '../references/visit.js';
import { referenceAlone } from './earlier-reference.js';

type Words = Record<string, unknown>;

/**
 * Rewrites a schema of draft 2020-12 as a Schema Object of OpenAPI 3.0, with `definitions`.
 *
 * @see https://spec.openapis.org/oas/v3.0.3#schema-object
 */
export function inOpenApi30(schema: JsonSchemaObject): Words {
  const convert = (one: JsonSchema): Words => {
    if (typeof one === 'boolean') return one ? {} : { not: {} };
    const inside = mapSubschemas(one, ({ schema: part, keyword }) =>
      // Only this keyword may have a boolean.
      keyword === 'additionalProperties' && typeof part === 'boolean' ? part : convert(part),
    );
    return referenceAlone(onlyKnown(STEPS.reduce((words, step) => step(words), inside as Words)));
  };
  return convert(schema);
}

/** The functions that rewrite one keyword, in their order. */
const STEPS = [withoutTuple, withoutPatterns, withEnum, withFlags, withOneExample, withByteFormat, withOneType];

/** The keywords of a Schema Object. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['$ref', 'type', 'nullable', 'enum', 'format', 'allOf', 'anyOf', 'oneOf', 'not', 'discriminator'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['title', 'description', 'default', 'example', 'deprecated', 'readOnly', 'writeOnly'],
]);

function onlyKnown({ $defs, definitions, ...words }: Words): Words {
  const kept = Object.entries(words).filter(([word]) => KNOWN.has(word));
  return withDefinitions({ ...Object.fromEntries(kept), $defs, definitions });
}
