import { HaftError } from '@haft/core';
import type { JsonSchemaObject, JsonValue, SchemaChecker } from '@haft/schema';
import { schemaFindings } from '@haft/schema/basics';
import type { ArgumentCheck, CountedCheck } from '@haft/arguments';
import type { CheckTools } from '@haft/arguments/internal';
import { ajvFor } from './ajv-for.js';
import { sensitivePaths, type SensitivePlace } from './sensitive-option.js';

/**
 * Returns the check for a JSON Schema that was given at run time. Uses the checker of Haft, and ajv
 * for keywords that only ajv knows. The checker is loaded lazily: until `complete` gets it, no
 * arguments are valid as they are, so that the first call loads it and reads them again.
 *
 * @param sensitive - places whose values no text shows. Default: none.
 * @param isChecked - whether a library runs the same regular expressions before Haft, so that their
 *   cost needs no check. Default: false.
 * @throws {HaftError} `HAFT_INVALID_SCHEMA` if the schema is not usable
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the schema does not have a sensitive place
 * @throws {HaftError} `HAFT_MISSING_PEER` if the schema needs ajv and ajv is not installed
 */
export function schemaCheck(
  tool: string,
  schema: JsonSchemaObject,
  sensitive?: readonly SensitivePlace[],
  isChecked = false,
): ArgumentCheck {
  const { problems, foreign } = schemaFindings(schema, isChecked);
  if (schema.type !== 'object') throw invalidSchema(tool, ['# must have the type "object".']);
  if (problems.length > 0) throw invalidSchema(tool, problems);
  let own: SchemaChecker | undefined;
  let tools: CheckTools | undefined;
  const ajv = foreign.length === 0 ? undefined : ajvFor(tool, schema, foreign);
  let counted: CountedCheck | undefined;
  const more = ajv && ((value: unknown) => (counted ??= tools?.countedCheck(ajv, schema))?.(value) ?? []);
  return {
    complete: (given) => {
      tools = given;
      own ??= given.checkerOf(schema);
    },
    read: (args) => {
      const fits = own?.validates(args) === true && (more?.(args) ?? []).length === 0;
      return fits ? (args as object) : undefined;
    },
    schema: () => schema,
    example: () => tools?.exampleOf(schema) as Readonly<Record<string, JsonValue>> | undefined,
    issuesOf: more,
    // The build has not proven that the type is closed.
    open: true,
    sensitive: sensitivePaths(tool, schema, sensitive),
  };
}

/** Returns the error for an unusable schema of a tool that is defined at run time. */
export function invalidSchema(tool: string, problems: readonly string[]): HaftError {
  const message = `The parameter schema of '${tool}' cannot be used: ${problems.slice(0, 5).join(' ')}`;
  return new HaftError('HAFT_INVALID_SCHEMA', message, { hint: 'Fix the schema in defineTool.' });
}
