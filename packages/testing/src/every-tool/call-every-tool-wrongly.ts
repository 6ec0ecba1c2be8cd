import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { acceptArguments, type ArgumentCheck } from '@haft/runtime/feedback';
import { createChecker, exampleOf, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import fc from 'fast-check';
import { wrongArgumentsOf } from '../arguments/wrong-arguments-of.js';
import { callEach, type AnyRuntime } from './call-each.js';
import type { EveryToolOptions } from './every-tool-options.js';
import type { EveryToolReport } from './every-tool-report.js';

/** So many more are made than called, since some of them would be mended. */
const SPARE = 5;

/**
 * Calls every tool with generated arguments that break its schema and that Haft does not mend. Each call must be answered with its
 * problems, so that a model can correct itself, and none may be executed; whatever else comes is a problem, but for calls that a
 * limit stops.
 *
 * @throws TestFailure when there are problems, unless `onProblem` is `report`
 * @throws HaftError `HAFT_INVALID_SCHEMA` for a schema for which no arguments are found
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
  return wrong.filter((args) => acceptArguments(check, JSON.stringify(args)).refusal !== undefined).slice(0, runs);
}

/** The check that a tool of this schema has, if nothing else governs its arguments. */
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
  // A ModelRetry of the tool itself has no issues: then it was executed.
  return isRefused && (outcome.issues ?? []).length > 0 ? undefined : NOT_REFUSED;
}

const NOT_REFUSED = 'The schema does not take these arguments, and the call was not refused for them.';
