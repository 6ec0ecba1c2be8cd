import { ToolResult } from '@haft/core';
import type { PlanOptions } from '../plan-options.js';
import type { PlanEntry } from '../plan-step.js';
import type { CheckedStep } from '../steps/check-steps.js';
import type { Plan } from '../steps/plan.js';
import { entryOf, errorText } from './plan-entries.js';
import { planText } from './plan-text.js';

/** Returns a plan as it would run. */
export function describePlan(
  plan: Plan,
  checked: readonly CheckedStep[],
  options: PlanOptions,
): ToolResult<PlanEntry[]> {
  const value = plan.map((step, index): PlanEntry => {
    const { needsApproval = false, forecast, problem = forecast } = checked[index] ?? {};
    if (problem === undefined) return { ...entryOf(step), id: step.id, status: 'planned', needsApproval };
    return { ...entryOf(step), id: step.id, status: 'error', error: errorText(problem, options) };
  });
  return options.compat === 'oasis' ? new ToolResult({ value }) : new ToolResult({ value, content: planText(value) });
}
