import { CallSuspended, type RunContext, type ToolResult } from '@haft/core';
import type { PlanOptions } from '../plan-options.js';
import type { PlanEntry } from '../plan-step.js';
import type { CheckedStep } from '../steps/check-steps.js';
import type { Plan } from '../steps/plan.js';
import { executeSteps } from './execute-steps.js';
import { planEntries } from './plan-entries.js';
import { PlanProgress } from './plan-progress.js';
import { restore, stateOf } from './plan-state.js';

/** The call that executes a plan. */
export interface PlanCall {
  readonly run: RunContext<never>;
  readonly options: PlanOptions;
  /** The ids of steps, or values in results, that the model asks for. */
  readonly returned: readonly string[] | undefined;
}

/**
 * Executes a plan.
 *
 * @throws {CallSuspended} if steps wait for decisions and the others have ended
 */
export async function executePlan(
  plan: Plan,
  checked: readonly CheckedStep[],
  call: PlanCall,
): Promise<ToolResult<PlanEntry[]>> {
  const progress = new PlanProgress(plan, keepsTexts(call));
  for (const [index, { problem }] of checked.entries()) if (problem !== undefined) progress.fail(index, problem);
  return finish(progress, call);
}

/**
 * Continues a plan that waited for decisions.
 *
 * @throws {CallSuspended} if steps still wait
 */
export async function resumePlan(plan: Plan, call: PlanCall): Promise<ToolResult<PlanEntry[]>> {
  const progress = new PlanProgress(plan, keepsTexts(call));
  if (call.run.calls.resumed !== undefined) restore(progress, call.run, call.run.calls.resumed);
  return finish(progress, call);
}

async function finish(progress: PlanProgress, { run, options, returned }: PlanCall): Promise<ToolResult<PlanEntry[]>> {
  await executeSteps(progress, run, options.concurrency);
  const waits = [...progress.waits].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
  if (waits.length > 0) throw new CallSuspended({ state: stateOf(progress), waits });
  return planEntries(progress.plan, progress.ends, { options, returned });
}

function keepsTexts({ options }: PlanCall): boolean {
  return options.compat === 'oasis';
}
