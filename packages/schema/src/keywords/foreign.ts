import type { Keyword } from './keyword.js';
import { A_TEXT, NAMED_SCHEMAS } from './argument-rules.js';

/** Keywords of other versions and of OpenAPI that Haft passes on without a check. */
export const FOREIGN_KEYWORDS: Readonly<Record<string, Keyword>> = {
  $comment: { argument: A_TEXT },
  definitions: { argument: NAMED_SCHEMAS, schemas: { as: 'map', relation: 'definition' } },
  unevaluatedProperties: { types: ['object'], schemas: { as: 'one', relation: 'entry' } },
  dependentSchemas: { argument: NAMED_SCHEMAS, types: ['object'], schemas: { as: 'map', relation: 'same' } },
  dependencies: { types: ['object'], schemas: { as: 'map', relation: 'same' } },
  propertyOrdering: { types: ['object'] },
  additionalItems: { types: ['array'], schemas: { as: 'one', relation: 'item' } },
  unevaluatedItems: { types: ['array'], schemas: { as: 'one', relation: 'item' } },
  contentSchema: { types: ['string'] },
  example: { isAnnotation: true },
};
