import { HaftError } from '@haft/core';
import { defineTool, type AnyTool } from '@haft/runtime';
import { completeCheck, countedCheck, type CountedCheck } from '@haft/runtime/feedback';
import { createChecker, pathText, schemaFindings, type Issue } from '@haft/schema';
import { _, Ajv2020, Name } from 'ajv/dist/2020.js';

/**
 * Returns the problem of a structured result as a clause, or undefined if it matches the server's
 * schema.
 */
export type OutputCheck = (value: unknown) => string | undefined;

/**
 * Returns the check of an output schema.
 *
 * @param tool - name of the tool, for messages
 * @throws Error if the schema cannot be used
 */
export function outputCheck(tool: string, schema: Readonly<Record<string, unknown>>): OutputCheck {
  const complaint = schema['type'] === 'object' ? byTheCheckOfArguments(tool, schema) : byAjv(tool, schema);
  return (value) => {
    const problem = complaint(value);
    if (problem === undefined) return undefined;
    const [issue] = createChecker(schema).issuesOf(value);
    return issue === undefined ? problem : textOf(issue);
  };
}

function textOf({ path, expected }: Issue): string {
  return `${path.length === 0 ? '' : `${pathText(path)}: `}expected ${expected}`;
}

/**
 * Uses the check of arguments. It interprets the keywords that it knows and asks ajv for the
 * others.
 */
function byTheCheckOfArguments(
  tool: string,
  { $schema: _dialect, ...schema }: Readonly<Record<string, unknown>>,
): OutputCheck {
  const { check } = toolWith(tool, schema);
  completeCheck(check);
  return (value) => (check.read(value) === undefined ? 'expected a result that fits its schema' : undefined);
}

/** Returns a tool whose parameters are an output schema. */
function toolWith(tool: string, parameters: Readonly<Record<string, unknown>>): AnyTool {
  const name = 'output';
  try {
    return defineTool({ name, description: 'The result of a tool.', parameters, execute: () => undefined });
  } catch (cause) {
    if (!(cause instanceof HaftError)) throw cause;
    const message = cause.message.replace(`The parameter schema of '${name}'`, () => `The output schema of '${tool}'`);
    const hint = cause.code === 'HAFT_INVALID_SCHEMA' ? 'Fix the output schema in the MCP server.' : cause.hint;
    throw new HaftError(cause.code, message, { hint, cause });
  }
}

/** Checks results that are not objects, which revision 2026-07-28 allows. */
function byAjv(tool: string, schema: Readonly<Record<string, unknown>>): OutputCheck {
  const { problems, foreign } = schemaFindings(schema);
  if (problems.length > 0) throw unusable(tool, problems.join(' '));
  const own = createChecker(schema);
  const more = foreign.length === 0 ? undefined : compiled(tool, schema);
  return (value) => {
    if (!own.validates(value)) return 'expected a result that fits its schema';
    const [issue] = more?.(value) ?? [];
    return issue === undefined ? undefined : textOf(issue);
  };
}

function compiled(tool: string, schema: Readonly<Record<string, unknown>>): CountedCheck {
  try {
    return countedCheck({ Ajv: Ajv2020, _, Name }, schema);
  } catch (cause) {
    throw unusable(tool, cause instanceof Error ? `${cause.message}.` : String(cause), cause);
  }
}

function unusable(tool: string, problem: string, cause?: unknown): Error {
  return new Error(`The output schema of '${tool}' cannot be used: ${problem}`, { cause });
}
