import { createChecker, type SchemaChecker } from '../../check/checker.js';
import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../../json-schema.js';
import { mergedWhole } from '../../keywords/merge-schemas.js';
import { listedValues } from '../../keywords/values.js';
import { subschemasOf } from '../../references/visit.js';
import { kindOf, KIND, kindsOf } from '../../values/json-kind.js';
import { ReferencedSchemas } from '../referenced-schemas.js';

/** The deepest level of nested schemas that a proof reads. */
const DEEPEST = 300;

/** The kinds of JSON values. */
const JSON_KINDS = 127;

/** The schemas of one document, as a proof reads them. */
export class FitDocument {
  private readonly schemas: ReferencedSchemas;
  private readonly checker: SchemaChecker;
  private readonly views = new Map<JsonSchemaObject, JsonSchema>();
  private readonly pieces = new Map<JsonSchemaObject, readonly JsonSchema[] | undefined>();
  private readonly weights = new Map<JsonSchemaObject, number>();

  constructor(root: JsonSchema) {
    this.schemas = new ReferencedSchemas(root);
    this.checker = createChecker(root);
  }

  /** Returns the schema that a `$ref` names. */
  resolve(reference: string): JsonSchema | undefined {
    return this.checker.resolve(reference);
  }

  /** Returns whether a value is valid for a schema of the document. */
  accepts(schema: JsonSchema, value: JsonValue): boolean {
    return this.checker.part(schema).validates(value);
  }

  /**
   * Returns a schema with its references followed and its `allOf` merged into it. The rest that
   * cannot be merged is in `allOf`. The view accepts all values of the schema, and perhaps more.
   */
  view(schema: JsonSchema): JsonSchema {
    if (typeof schema === 'boolean') return schema;
    const known = this.views.get(schema);
    if (known !== undefined) return known;
    // An `allOf` that contains itself.
    this.views.set(schema, true);
    const whole = this.schemas.whole(schema);
    const view = typeof whole === 'boolean' ? whole : this.merged(whole);
    this.views.set(schema, view);
    if (typeof view === 'object') this.views.set(view, view);
    return view;
  }

  /**
   * Returns views of which a value of the schema is valid for at least one: the branches of a union
   * or one for each type. Returns undefined if the schema has neither.
   */
  piecesOf(view: JsonSchemaObject): readonly JsonSchema[] | undefined {
    if (this.pieces.has(view)) return this.pieces.get(view);
    const pieces = this.split(view);
    this.pieces.set(view, pieces);
    return pieces;
  }

  /**
   * Returns the number of schemas and listed values in a schema. Does not follow references. Very
   * deep schemas are infinite, so that no proof reads them.
   */
  weightOf(schema: JsonSchema, depth = 0): number {
    if (typeof schema === 'boolean') return 1;
    if (depth > DEEPEST) return Infinity;
    const known = this.weights.get(schema);
    if (known !== undefined) return known;
    const inside = subschemasOf(schema).reduce((sum, one) => sum + this.weightOf(one.schema, depth + 1), 0);
    const weight = 1 + inside + (schema.enum?.length ?? 0);
    this.weights.set(schema, weight);
    return weight;
  }

  private merged(whole: JsonSchemaObject): JsonSchema {
    const { allOf, ...rest } = whole;
    if (allOf === undefined) return whole;
    return allOf.map((part) => this.view(part)).reduce(mergedWhole, rest);
  }

  private split(view: JsonSchemaObject): readonly JsonSchema[] | undefined {
    const { anyOf, oneOf, ...rest } = view;
    const outer = anyOf === undefined || oneOf === undefined ? rest : { ...rest, oneOf };
    const branches = anyOf ?? oneOf;
    if (branches !== undefined) return branches.map((one) => this.view(mergedWhole(outer, this.view(one))));
    const types = view.type ?? TYPES;
    return typeof types === 'string' ? undefined : types.map((type) => ({ ...view, type }));
  }
}

const TYPES: readonly JsonType[] = ['string', 'number', 'boolean', 'null', 'array', 'object'];

/** Returns the kinds of values that a schema accepts by its `type`, as bits of `KIND`. */
export function kindsIn({ type }: JsonSchemaObject): number {
  return type === undefined ? JSON_KINDS : kindsOf(type);
}

/** Returns all values of a view if they are few. They may be invalid for other keywords. */
export function valuesIn(view: JsonSchemaObject): readonly JsonValue[] | undefined {
  const kinds = kindsIn(view);
  const scalars = (kinds & ~(KIND.boolean | KIND.null)) === 0 ? [true, false, null] : undefined;
  return listedValues(view) ?? scalars?.filter((value) => (kindOf(value) & kinds) !== 0);
}
