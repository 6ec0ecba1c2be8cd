import type { JsonSchema } from '../json-schema.js';
import { mergedWhole } from '../keywords/merge-schemas.js';
import { resolverOf, type Resolve } from '../references/resolve.js';
import { saysNothing } from './compare-texts.js';

/** The longest chain of references. */
const MOST_HOPS = 20;

/** The schemas of one document, with references followed. */
export class ReferencedSchemas {
  private readonly resolve: Resolve;
  /** The results, so a recursive type meets the same object again. */
  private readonly known = new Map<JsonSchema, JsonSchema>();

  constructor(root: JsonSchema) {
    this.resolve = resolverOf(root);
  }

  /** Returns the schema that a `$ref` leads to, merged with the keywords next to it. */
  whole(schema: JsonSchema, hops = 0): JsonSchema {
    if (typeof schema === 'boolean' || schema.$ref === undefined || hops > MOST_HOPS) return schema;
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    const { $ref, $defs: _defs, ...beside } = schema;
    const target = this.resolve($ref);
    if (target === undefined) return schema;
    const found = this.whole(target, hops + 1);
    const whole = Object.keys(beside).every(saysNothing) ? found : mergedWhole(beside, found);
    this.known.set(schema, whole);
    return whole;
  }
}
