import type { JsonSchema } from '../json-schema.js';
import { mergedWhole } from '../keywords/merge-schemas.js';
import { referenceChain, resolverOf, type Resolve } from '../references/resolve.js';
import { saysNothing } from './compare-texts.js';

/** The schemas of one document, with references followed. */
export class ReferencedSchemas {
  private readonly resolve: Resolve;
  /** The results, so a recursive type meets the same object again. */
  private readonly known = new Map<JsonSchema, JsonSchema>();

  constructor(root: JsonSchema) {
    this.resolve = resolverOf(root);
  }

  /** Returns the schema that a `$ref` leads to, merged with the keywords next to it. */
  whole(schema: JsonSchema): JsonSchema {
    const chain = referenceChain(schema, this.resolve);
    return chain.slice(0, -1).reduceRight((found, one) => this.merged(one, found), chain.at(-1) ?? schema);
  }

  private merged(schema: JsonSchema, target: JsonSchema): JsonSchema {
    const known = this.known.get(schema);
    if (known !== undefined || typeof schema === 'boolean') return known ?? target;
    const { $ref: _ref, $defs: _defs, ...beside } = schema;
    const whole = Object.keys(beside).every(saysNothing) ? target : mergedWhole(beside, target);
    this.known.set(schema, whole);
    return whole;
  }
}
