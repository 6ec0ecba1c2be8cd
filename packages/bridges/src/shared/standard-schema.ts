/**
 * The part of Standard Schema that validates arguments of foreign tools: https://standardschema.dev
 */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validation | Promise<Validation>;
    /** Standard JSON Schema. `defineTool` reads the schema for the model from it. */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

/** The result of a validation. */
export type Validation =
  | { readonly value: unknown; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** Returns whether a value is a Standard Schema. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value;
}

/**
 * Returns the same schema for a tool that parses its arguments again: valid values stay as the
 * model sent them.
 */
export function checkOnly(schema: StandardSchema): StandardSchema {
  const { validate } = schema['~standard'];
  const keep = (value: unknown, result: Validation): Validation => (result.issues === undefined ? { value } : result);
  return {
    '~standard': {
      ...schema['~standard'],
      validate: (value) => {
        const result = validate(value);
        return result instanceof Promise ? result.then((one) => keep(value, one)) : keep(value, result);
      },
    },
  };
}
