import type { JsonSchemaObject } from '@haft/schema';

/**
 * Shows the model the real schema and accepts every value, because `run.call` checks, mends and explains. Standard Schema and Standard JSON
 * Schema: https://standardschema.dev
 */
export interface PermissiveSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'haft';
    readonly validate: (value: unknown) => { readonly value: Readonly<Record<string, unknown>> };
    readonly jsonSchema: {
      readonly input: (options: object) => Record<string, unknown>;
      readonly output: (options: object) => Record<string, unknown>;
    };
    readonly types?: {
      readonly input: Readonly<Record<string, unknown>>;
      readonly output: Readonly<Record<string, unknown>>;
    };
  };
}

/**
 * The schema for SDKs that ask for a dialect of JSON Schema. All get the same one: what reaches a model provider is the canonical form, or
 * the one of the dialect that the run speaks, and the SDK only carries it.
 */
export function permissiveSchema(parameters: JsonSchemaObject): PermissiveSchema {
  const jsonSchema = (): Record<string, unknown> => ({ ...parameters });
  return {
    '~standard': {
      version: 1,
      vendor: 'haft',
      validate: (value) => ({ value: value as Readonly<Record<string, unknown>> }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
