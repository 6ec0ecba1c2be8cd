import { defineTool } from '@haft/runtime';
import { completeCheck } from '@haft/runtime/feedback';
import { createChecker, pathText } from '@haft/schema';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

/** What is wrong with a structured result, as a clause; undefined when it is what the server promised. */
export type OutputCheck = (value: unknown) => string | undefined;

/**
 * A check of an output schema.
 *
 * @throws Error when the schema cannot be used
 */
export function outputCheck(schema: Readonly<Record<string, unknown>>): OutputCheck {
  const complaint = schema['type'] === 'object' ? byTheCheckOfArguments(schema) : byAjv(schema);
  return (value) => {
    const problem = complaint(value);
    if (problem === undefined) return undefined;
    const [issue] = createChecker(schema).issuesOf(value);
    if (issue === undefined) return problem;
    const where = issue.path.length === 0 ? '' : `${pathText(issue.path)}: `;
    return `${where}expected ${issue.expected}`;
  };
}

/** The same check that arguments have: it interprets what it knows, and asks ajv for the few keywords that it does not know. */
function byTheCheckOfArguments({ $schema: _dialect, ...schema }: Readonly<Record<string, unknown>>): OutputCheck {
  const { check } = defineTool({
    name: 'output',
    description: 'The result of a tool.',
    parameters: schema,
    execute: () => undefined,
  });
  completeCheck(check);
  return (value) => (check.read(value) === undefined ? 'expected a result that fits its schema' : undefined);
}

/** For results that are no objects, which revision 2026-07-28 allows. */
function byAjv(schema: Readonly<Record<string, unknown>>): OutputCheck {
  const validate = new AjvJsonSchemaValidator().getValidator(schema);
  return (value) => {
    const { valid, errorMessage } = validate(value);
    return valid ? undefined : errorMessage;
  };
}
