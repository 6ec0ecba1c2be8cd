import type { ToolOutcome } from '@haft/core';
import fc from 'fast-check';
import { valuesOf } from '../arguments/values-of.js';
import { callEach, type AnyRuntime } from './call-each.js';
import type { EveryToolOptions } from './every-tool-options.js';
import type { EveryToolReport } from './every-tool-report.js';

/**
 * Calls every tool with generated valid arguments, as a model without mistakes would. **It executes
 * the tools**, so give the runtime fakes, or leave tools out with `tools`. It reports three kinds
 * of problems: rejected arguments (the tool enforces more than its schema), unexpected errors, and
 * results that do not match their schema. A `ModelRetry`, a `ToolFailed`, a denied or a deferred
 * call is not a problem.
 *
 * @throws {TestFailure} if there are problems, unless `onProblem` is `report`
 * @throws {HaftError} `HAFT_INVALID_SCHEMA` if no arguments are found for a schema
 * @example await callEveryTool(runtime, { deps, tools: ({ hints }) => hints?.destructive !== true });
 */
export async function callEveryTool(runtime: AnyRuntime, options: EveryToolOptions = {}): Promise<EveryToolReport> {
  return callEach(
    runtime,
    options,
    (definition, numRuns, seed) => fc.sample(valuesOf(definition.parameters), { numRuns, seed }),
    problemOf,
  );
}

function problemOf(outcome: ToolOutcome): string | undefined {
  if (outcome.repairs.length > 0)
    return 'The schema allows these arguments, but Haft changed them before the tool got them.';
  if (outcome.status === 'retry' && outcome.issues.length > 0) return REFUSED;
  if (outcome.status !== 'failed') return undefined;
  if (outcome.reason === 'exhausted' && (outcome.issues ?? []).length > 0) return REFUSED;
  if (outcome.reason === 'exception') return 'The tool threw an error that is neither a ModelRetry nor a ToolFailed.';
  return outcome.reason === 'result' ? 'The result does not match the schema of the result.' : undefined;
}

const REFUSED = 'The schema allows these arguments, but the tool rejects them, so the model cannot know why.';
