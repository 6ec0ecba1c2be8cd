import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { parseArguments, type ArgumentCheck } from '@haft/runtime/feedback';
import { createChecker, exampleOf, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import fc from 'fast-check';
import { wrongArgumentsOf } from '../arguments/wrong-arguments-of.js';
import { callEach, type AnyRuntime } from './call-each.js';
import type { EveryToolOptions } from './every-tool-options.js';
import type { EveryToolReport } from './every-tool-report.js';

/** How many more arguments to generate than calls, because Haft repairs some of them. */
const SPARE = 5;

/**
 * Calls every tool with generated arguments that break its schema and that Haft does not repair.
 * Each outcome must have the problems, so that a model can correct itself, and no call may be
 * executed. Every other outcome is a problem, except for calls that a limit rejects.
 *
 * @throws {TestFailure} if there are problems, unless `onProblem` is `report`
 * @throws {HaftError} `HAFT_INVALID_SCHEMA` if no arguments are found for a schema
 */
export async function callEveryToolWrongly(
  runtime: AnyRuntime,
  options: EveryToolOptions = {},
): Promise<EveryToolReport> {
  return callEach(runtime, options, refusedArguments, problemOf);
}

function refusedArguments(definition: ToolDefinition, runs: number, seed: number): readonly JsonValue[] {
  const check = checkOf(definition.parameters);
  const wrong = fc.sample(wrongArgumentsOf(definition), { numRuns: runs * SPARE, seed });
  return wrong.filter((args) => parseArguments(check, JSON.stringify(args)).refusal !== undefined).slice(0, runs);
}

/** Returns the check of a tool with this schema and without rules. */
function checkOf(schema: JsonSchemaObject): ArgumentCheck {
  const checker = createChecker(schema);
  return {
    read: (args) => (checker.validates(args) ? (args as object) : undefined),
    schema: () => schema,
    example: () => exampleOf(schema) as Readonly<Record<string, JsonValue>> | undefined,
    open: true,
    sensitive: [],
  };
}

function problemOf(outcome: ToolOutcome): string | undefined {
  if (outcome.status === 'failed' && outcome.reason === 'limit') return undefined;
  const isRefused = outcome.status === 'retry' || (outcome.status === 'failed' && outcome.reason === 'exhausted');
  // If a ModelRetry has no issues, it comes from the tool, so the call was executed.
  return isRefused && (outcome.issues ?? []).length > 0 ? undefined : NOT_REFUSED;
}

const NOT_REFUSED = 'The schema rejects these arguments, but the call was not rejected for them.';
