/*
 * The parts of Standard Schema and of Standard JSON Schema that Haft uses. The specification
 * recommends copying its types instead of a dependency: https://standardschema.dev
 */

/** A schema of zod, valibot, arktype or any other library that implements Standard Schema 1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Standard JSON Schema: the schema for the model. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => Readonly<Record<string, unknown>> }
      | undefined;
  };
}

/** The result of a validation: a value, maybe a transformed one, or issues. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** One problem, as Standard Schema reports it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The arguments of a schema, in the form that a model sends. */
export type InputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['input'];

/** The arguments of a schema, in the form that `execute` gets. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];

/** Returns whether a value is a Standard Schema. Schemas of arktype are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard = (value as Partial<StandardSchema>)['~standard'];
  return typeof standard === 'object' && typeof standard.validate === 'function';
}
