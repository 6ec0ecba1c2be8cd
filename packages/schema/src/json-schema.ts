/** The types that JSON knows, and `integer`, which JSON Schema adds. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** Any value that `JSON.parse` can return. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * A JSON Schema, draft 2020-12: `true` takes every value, `false` none.
 * @see https://json-schema.org/draft/2020-12
 */
export type JsonSchema = boolean | JsonSchemaObject;

/** The keywords that Haft reads and writes. */
export interface JsonSchemaObject {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;

  readonly type?: JsonType | readonly JsonType[];
  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];

  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  /** The property whose literal value tells the branches of `oneOf` apart (a keyword of OpenAPI 3). */
  readonly discriminator?: { readonly propertyName: string };

  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;

  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly contains?: JsonSchema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  /** Counted in Unicode code points, as JSON Schema says. */
  readonly minLength?: number;
  /** Counted in Unicode code points, as JSON Schema says. */
  readonly maxLength?: number;
  /** An ECMAScript regular expression with the flag `u`, not anchored. */
  readonly pattern?: string;
  /** A name of the table in `formats.ts`; formats are enforced, not only annotated. */
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;

  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;

  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
}
