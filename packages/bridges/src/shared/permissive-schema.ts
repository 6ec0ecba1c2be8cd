import type { JsonSchemaObject } from '@haft/schema';

/**
 * A schema that shows the model the real schema and accepts every value, because `run.call`
 * validates, repairs and explains. Standard Schema and Standard JSON Schema:
 * https://standardschema.dev
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
 * Returns the schema for SDKs that ask for a dialect of JSON Schema. All get the same one: the
 * canonical form, or that of the run's dialect. The SDK only passes it to the model provider.
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
