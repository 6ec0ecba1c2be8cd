import type { ToolOutcome } from '@haft/core';
import fc from 'fast-check';
import { valuesOf } from '../arguments/values-of.js';
import { callEach, type AnyRuntime } from './call-each.js';
import type { EveryToolOptions } from './every-tool-options.js';
import type { EveryToolReport } from './every-tool-report.js';

/**
 * Calls every tool with generated valid arguments, as a model that makes no mistake would: **they are executed**, so give the runtime
 * fakes, or leave tools out with `tools`. A problem is a call whose arguments were refused (the tool enforces what its schema does not
 * say), that threw something unexpected, or whose result does not match its schema. What a tool refuses on purpose
 * (`ModelRetry`, `ToolFailed`), denied and deferred calls are none.
 *
 * @throws TestFailure when there are problems, unless `onProblem` is `report`
 * @throws HaftError `HAFT_INVALID_SCHEMA` for a schema for which no arguments are found
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
    return 'The schema takes these arguments, and they were changed before the tool got them.';
  if (outcome.status === 'retry' && outcome.issues.length > 0) return REFUSED;
  if (outcome.status !== 'failed') return undefined;
  if (outcome.reason === 'exhausted' && (outcome.issues ?? []).length > 0) return REFUSED;
  if (outcome.reason === 'exception') return 'The tool threw something that is no ModelRetry and no ToolFailed.';
  return outcome.reason === 'result' ? 'The result does not match the schema of the result.' : undefined;
}

const REFUSED = 'The schema takes these arguments, and the tool refuses them: the model cannot know why.';
