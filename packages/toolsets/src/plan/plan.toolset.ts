import { Effect, Example, ModelRetry, RunContext, Timeout, Tool, Toolset, Use, type ToolResult } from '@haft/core';
import { describePlan } from './execution/describe-plan.js';
import { executePlan, resumePlan } from './execution/execute-plan.js';
import { PlanOptions } from './plan-options.js';
import { noteEntered, PlanRefusal } from './plan-refusal.js';
import type { PlanArguments, PlanEntry, PlanStep } from './plan-step.js';
import { checkSteps } from './steps/check-steps.js';
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
   * Runs several tool calls as one, independent steps in parallel. In args, {"$ref": "id"} becomes
   * the result of another step, {"$ref": "id.items.0.name"} a value in it. All steps are checked
   * first. If one fails, only those that need it are skipped.
   * @alias run_plan, batch
   */
  @Effect({ replays: true })
  @Tool({ name: 'execute_plan', strict: false, metadata: { haft: 'execute_plan' } })
  @Timeout(300_000)
  @Use(new PlanRefusal())
  @Example({
    steps: [
      { id: 'search', tool: 'file_search', args: { query: 'TODO' } },
      { tool: 'file_read', args: { paths: [{ $ref: 'search.matches.0.path' }] } },
    ],
  })
  async execute(given: PlanArguments, run: RunContext<never>): Promise<ToolResult<PlanEntry[]>> {
    noteEntered(run);
    const { steps, dryRun = false, return: returned } = given;
    const { options } = this;
    if (run.calls.resumed !== undefined)
      return resumePlan(readPlan(steps, isAccepted).plan, { run, options, returned });
    const tools = new ToolsOfRun(run);
    this.requireCount(steps, tools);
    const stored = await storedIds(steps, run);
    const { plan, issues } = readPlan(steps, { isStored: (id) => stored.has(id), returned });
    const checked = await checkSteps({ plan, issues }, run, tools);
    if (checked.issues.length > 0) throw refusePlan(checked.issues);
    return dryRun
      ? describePlan(plan, checked.steps, options)
      : executePlan(plan, checked.steps, { run, options, returned });
  }

  private requireCount({ length }: readonly PlanStep[], { own }: ToolsOfRun): void {
    const { maxSteps } = this.options;
    if (length === 0) throw new ModelRetry(`${own} requires at least one step`);
    if (length > maxSteps) throw new ModelRetry(`${own} limited to ${maxSteps} steps, got ${length}`);
  }
}

/** A plan that waited was accepted, so that each id without a step belonged to a stored value. */
const isAccepted = { isStored: () => true };
