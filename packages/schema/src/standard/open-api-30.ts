import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { KeywordName } from '../keywords/keyword.js';
import { withDefinitions } from '../keywords/reference.js';
import { conversionTable } from '../keywords/table.js';
import { mapSubschemas } from '../references/visit.js';
import { referenceAlone } from './earlier-reference.js';

type Words = Record<string, unknown>;

/**
 * Rewrites a schema of draft 2020-12 as a Schema Object of OpenAPI 3.0, with `definitions`.
 *
 * @see https://spec.openapis.org/oas/v3.0.3#schema-object
 */
export function inOpenApi30(schema: JsonSchemaObject): Words {
  const steps = new Set(Object.values(conversionTable()).flatMap(({ toOpenApi }) => toOpenApi ?? []));
  const convert = (one: JsonSchema): Words => {
    if (typeof one === 'boolean') return one ? {} : { not: {} };
    const inside = mapSubschemas(one, ({ schema: part, keyword }) =>
      // Only this keyword may have a boolean.
      keyword === 'additionalProperties' && typeof part === 'boolean' ? part : convert(part),
    );
    return referenceAlone(onlyKnown([...steps].reduce((words, step) => step(words), inside as Words)));
  };
  return convert(schema);
}

/** The keywords of OpenAPI 3.0 that draft 2020-12 does not have. */
const MORE: readonly string[] = ['nullable', 'example', 'definitions'];

function onlyKnown(schema: Words): Words {
  const { $defs, definitions, ...words } = schema;
  const kept = Object.entries(words).filter(([word]) => {
    return (
      MORE.includes(word) ||
      (Object.hasOwn(conversionTable(), word) && conversionTable()[word as KeywordName].inOpenApi)
    );
  });
  return withDefinitions({ ...Object.fromEntries(kept), $defs, definitions });
}
