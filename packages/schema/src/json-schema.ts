/** The types of JSON, and `integer`, which JSON Schema adds. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A value that `JSON.parse` can return. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * A JSON Schema of draft 2020-12. `true` accepts every value, `false` accepts none.
 * @see https://json-schema.org/draft/2020-12
 */
export type JsonSchema = boolean | JsonSchemaObject;

/** The keywords that Haft reads and writes. */
export interface JsonSchemaObject {
  /**
   * A reference to a schema of the document: `#`, a JSON pointer (`#/$defs/User`) or an anchor
   * (`#user`).
   */
  readonly $ref?: string;
  /** Schemas for references, by name. They do not check the value. */
  readonly $defs?: Readonly<Record<string, JsonSchema>>;

  /** The allowed type, or a list of allowed types. */
  readonly type?: JsonType | readonly JsonType[];
  /** The only accepted value. */
  readonly const?: JsonValue;
  /** The accepted values. */
  readonly enum?: readonly JsonValue[];

  /** Schemas of which the value must match at least one. */
  readonly anyOf?: readonly JsonSchema[];
  /** Schemas of which the value must match exactly one. */
  readonly oneOf?: readonly JsonSchema[];
  /** Schemas that the value must all match. */
  readonly allOf?: readonly JsonSchema[];
  /** A schema that the value must not match. */
  readonly not?: JsonSchema;
  /** A condition: {@link then} applies to values that match it, {@link else} to the others. */
  readonly if?: JsonSchema;
  /** The schema of values that match {@link if}. */
  readonly then?: JsonSchema;
  /** The schema of values that do not match {@link if}. */
  readonly else?: JsonSchema;
  /** A property whose literal value selects the branch of `oneOf` (a keyword of OpenAPI 3). */
  readonly discriminator?: { readonly propertyName: string };

  /** The schemas of properties, by name. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** The names that an object must have. */
  readonly required?: readonly string[];
  /**
   * The schema of properties that `properties` and `patternProperties` do not match. `false`
   * forbids them. Default: `true`.
   */
  readonly additionalProperties?: JsonSchema;
  /** The schemas of properties whose names match a regular expression. */
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  /** The schema of each property name. */
  readonly propertyNames?: JsonSchema;
  /** The smallest number of properties. */
  readonly minProperties?: number;
  /** The largest number of properties. */
  readonly maxProperties?: number;
  /** The names that an object must have if it has a property, by the name of that property. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;

  /** The schema of each item, after those that `prefixItems` describes. */
  readonly items?: JsonSchema;
  /** The schemas of the first items, by position. */
  readonly prefixItems?: readonly JsonSchema[];
  /** A schema that some items must match: `minContains` to `maxContains` of them. */
  readonly contains?: JsonSchema;
  /** The smallest number of items that match `contains`. Default: 1. */
  readonly minContains?: number;
  /** The largest number of items that match `contains`. */
  readonly maxContains?: number;
  /** The smallest number of items. */
  readonly minItems?: number;
  /** The largest number of items. */
  readonly maxItems?: number;
  /** Whether all items must differ. Default: `false`. */
  readonly uniqueItems?: boolean;

  /** The smallest length, in Unicode code points. */
  readonly minLength?: number;
  /** The largest length, in Unicode code points. */
  readonly maxLength?: number;
  /** An ECMAScript regular expression with the flag `u`, not anchored. */
  readonly pattern?: string;
  /**
   * A name of the table in `formats.ts`. Haft enforces these formats. Other names are annotations.
   */
  readonly format?: string;
  /** The encoding of bytes in a string. Haft enforces `base64`. Other names are annotations. */
  readonly contentEncoding?: string;
  /** The media type of the content of a string. An annotation. */
  readonly contentMediaType?: string;

  /** The smallest accepted number. */
  readonly minimum?: number;
  /** The largest accepted number. */
  readonly maximum?: number;
  /** A number that the value must exceed. */
  readonly exclusiveMinimum?: number;
  /** A number that the value must be less than. */
  readonly exclusiveMaximum?: number;
  /** A positive number. The value must be a multiple of it. */
  readonly multipleOf?: number;

  /** A short name. An annotation. */
  readonly title?: string;
  /** The purpose of the value, for the model. An annotation. */
  readonly description?: string;
  /** The value that an absent value stands for. An annotation. */
  readonly default?: JsonValue;
  /** Accepted values, as samples. An annotation. */
  readonly examples?: readonly JsonValue[];
  /** Whether callers should no longer use the value. An annotation. */
  readonly deprecated?: boolean;
  /** Whether only the owner of the data may change the value. An annotation. */
  readonly readOnly?: boolean;
  /** Whether the value is accepted but never returned. An annotation. */
  readonly writeOnly?: boolean;
}
