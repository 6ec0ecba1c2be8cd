import { Effect, Example, ModelRetry, RunContext, Timeout, Tool, Toolset, Use, type ToolResult } from '@haft/core';
import { describePlan } from './execution/describe-plan.js';
import { executePlan, resumePlan } from './execution/execute-plan.js';
import { PlanOptions } from './plan-options.js';
import { noteEntered, PlanRefusal } from './plan-refusal.js';
import type { PlanEntry, PlanStep } from './plan-step.js';
import { checkSteps } from './steps/check-steps.js';
import type { Plan } from './steps/plan.js';
import { readPlan } from './steps/read-plan.js';
import { refusePlan } from './steps/refuse-plan.js';
import { storedIds } from './steps/stored-ids.js';
import { ToolsOfRun } from './steps/tools-of-run.js';

/** Plans of several tool calls. */
@Toolset({
  instructions: 'Use execute_plan for calls that need no decision of yours in between.',
})
export class PlanToolset {
  constructor(private readonly options: PlanOptions) {}

  /**
   * Runs several tool calls as one. Independent steps run in parallel. A step can use results of
   * other steps: {"$ref": "id"} in its arguments becomes the result of that step, and
   * {"$ref": "id.items.0.name"} a value in it. {"$literal": x} gives x as it is. All steps are
   * checked before the first one runs. If a step fails, only the steps that need it are skipped.
   * @param steps The calls, in any order.
   * @param dryRun Only check the steps.
   */
  @Effect({ replays: true })
  @Tool({ name: 'execute_plan', metadata: { haft: 'execute_plan' } })
  @Timeout(300_000)
  @Use(new PlanRefusal())
  @Example({
    steps: [
      { id: 'search', tool: 'file_search', args: { query: 'TODO' } },
      { tool: 'file_read', args: { path: { $ref: 'search.matches.0.path' } } },
    ],
  })
  async execute(steps: PlanStep[], run: RunContext<never>, dryRun = false): Promise<ToolResult<PlanEntry[]>> {
    noteEntered(run);
    const { options } = this;
    if (run.resumed !== undefined) return resumePlan(readPlan(steps, isAccepted).plan, { run, options });
    const tools = new ToolsOfRun(run);
    const plan = this.accept(steps, tools, await storedIds(steps, run));
    const checked = await checkSteps(plan, run, tools);
    return dryRun ? describePlan(plan, checked, options) : executePlan(plan, checked, { run, options });
  }

  private accept(steps: readonly PlanStep[], { own }: ToolsOfRun, stored: ReadonlySet<string>): Plan {
    const { maxSteps } = this.options;
    if (steps.length === 0) throw new ModelRetry(`${own} requires at least one step`);
    if (steps.length > maxSteps) throw new ModelRetry(`${own} limited to ${maxSteps} steps, got ${steps.length}`);
    const { plan, issues } = readPlan(steps, (id) => stored.has(id));
    if (issues.length > 0) throw refusePlan(issues);
    return plan;
  }
}

/** A plan that waited was accepted, so that each id without a step belonged to a stored value. */
function isAccepted(): boolean {
  return true;
}
