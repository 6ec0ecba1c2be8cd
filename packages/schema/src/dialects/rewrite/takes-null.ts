import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import type { Resolve } from '../../references/resolve.js';

/** The deepest examined schema. */
const DEEPEST = 200;

/**
 * Tells whether schemas accept `null`. Examines each schema of a document once: a check of `null`
 * would follow each reference again for each property.
 */
export class TakesNull {
  private readonly known = new Map<JsonSchema, boolean>();
  private depth = 0;

  constructor(private readonly resolve: Resolve) {}

  /** Returns whether `null` is valid. Returns true for a schema that is too deep to tell. */
  readonly of = (schema: JsonSchema): boolean => {
    if (typeof schema === 'boolean') return schema;
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    if (this.depth > DEEPEST) return true;
    // A schema that only refers to itself accepts nothing.
    this.known.set(schema, false);
    this.depth++;
    const isValid = this.isTyped(schema) && this.isCombined(schema);
    this.depth--;
    this.known.set(schema, isValid);
    return isValid;
  };

  private isTyped(schema: JsonSchemaObject): boolean {
    if (schema.type !== undefined && ![schema.type].flat().includes('null')) return false;
    if (schema.const !== undefined && schema.const !== null) return false;
    return schema.enum?.includes(null) !== false;
  }

  private isCombined(schema: JsonSchemaObject): boolean {
    const { $ref, allOf, anyOf, oneOf, not } = schema;
    if ($ref !== undefined && !this.of(this.resolve($ref) ?? false)) return false;
    if (allOf?.every(this.of) === false || anyOf?.some(this.of) === false) return false;
    if (oneOf !== undefined && oneOf.filter(this.of).length !== 1) return false;
    if (not !== undefined && this.of(not)) return false;
    if (schema.if === undefined) return true;
    return this.of((this.of(schema.if) ? schema.then : schema.else) ?? true);
  }
}
