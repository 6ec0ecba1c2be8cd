import type { JsonSchemaObject } from '@haft/schema';
import type { KeywordName } from '@haft/schema/internal';
import { allOf } from './all-of.js';
import { anyOf } from './any-of.js';
import { conditional } from './conditional.js';
import { contains } from './contains.js';
import { dependentRequired } from './dependent-required.js';
import { items } from './items.js';
import { itemsCount } from './items-count.js';
import type { Keyword } from './keyword.js';
import { not } from './not.js';
import { multipleOf, range } from './number.js';
import { oneOf } from './one-of.js';
import { properties } from './properties.js';
import { propertyCount } from './property-count.js';
import { propertyNames } from './property-names.js';
import { reference } from './reference.js';
import { contentEncoding, format, pattern, textLength } from './text.js';
import { type } from './type.js';
import { uniqueItems } from './unique-items.js';
import { values } from './values.js';

/** A keyword that no emitted check enforces by itself. */
const UNCHECKED = 'unchecked';

/** The emitter of each keyword, in the order of the emitted checks: cheap guards come first. */
const EMITTERS: Readonly<Record<KeywordName, Keyword | typeof UNCHECKED>> = {
  type,
  ...{ enum: values, const: values },
  ...{ minimum: range, maximum: range, exclusiveMinimum: range, exclusiveMaximum: range },
  multipleOf,
  ...{ minLength: textLength, maxLength: textLength },
  pattern,
  format,
  contentEncoding,
  ...{ minItems: itemsCount, maxItems: itemsCount },
  ...{ prefixItems: items, items },
  contains,
  uniqueItems, // after the items: comparing is cheap once they are known to be small
  ...{ minProperties: propertyCount, maxProperties: propertyCount },
  propertyNames,
  dependentRequired,
  ...{ properties, required: properties, patternProperties: properties, additionalProperties: properties },
  $ref: reference,
  allOf,
  anyOf,
  oneOf,
  not,
  if: conditional,
  // Checked with the keyword that they belong to.
  ...{ then: UNCHECKED, else: UNCHECKED, minContains: UNCHECKED, maxContains: UNCHECKED },
  ...{ discriminator: UNCHECKED, $defs: UNCHECKED },
  ...{ title: UNCHECKED, description: UNCHECKED, default: UNCHECKED, examples: UNCHECKED, deprecated: UNCHECKED },
  ...{ readOnly: UNCHECKED, writeOnly: UNCHECKED, contentMediaType: UNCHECKED },
};

/** Returns the emitters of a schema, each once, in the order of the emitted checks. */
export function emittersOf(schema: JsonSchemaObject): readonly Keyword[] {
  const found = new Set<Keyword>();
  for (const [name, emitter] of Object.entries(EMITTERS)) {
    if (emitter !== UNCHECKED && schema[name as KeywordName] !== undefined) found.add(emitter);
  }
  return [...found];
}
