import type { CallCheck, RunContext, ToolDefinition } from '@haft/core';
import type { Issue } from '@haft/schema';
import { isOwnTool } from '../../own-tool.js';
import { shortened } from '../../shortened.js';
import { HoleFinder } from './hole-finder.js';
import type { PlannedStep } from './plan.js';
import type { ReadPlan } from './read-plan.js';
import type { ToolsOfRun } from './tools-of-run.js';

/** A step of a plan that may run. */
export interface CheckedStep {
  /** Whether a person must approve the step. */
  readonly needsApproval: boolean | 'unknown';
  /** The reason why the step fails: no plan can contain the tool. */
  readonly problem?: string | undefined;
  /** The reason why the step would fail now, such as a limit or a policy. The call decides. */
  readonly forecast?: string | undefined;
}

/** The steps of a plan after their checks. Do not execute a plan with issues. */
export interface CheckedPlan {
  readonly steps: readonly CheckedStep[];
  /** Problems of ids, references, tools and arguments. */
  readonly issues: readonly Issue[];
}

/**
 * Takes steps 1 to 4 of all calls of a plan. Executes nothing.
 *
 * @param isRead - returns whether a step has the form of a step. Only then its call is checked
 */
export async function checkSteps(
  { plan, issues: problems }: ReadPlan,
  run: RunContext<never>,
  tools: ToolsOfRun,
  isRead: (step: PlannedStep) => boolean = () => true,
): Promise<CheckedPlan> {
  const issues: Issue[] = [...problems];
  const steps: CheckedStep[] = [];
  const finder = new HoleFinder(plan, tools);
  for (const step of plan) {
    if (!isRead(step)) continue;
    const { holes, issues: missing } = finder.holesOf(step);
    // The check of a plan in a plan would check its steps.
    const isNamed = isPlan(tools.find(step.tool));
    const check = isNamed
      ? undefined
      : await run.calls.check({ name: step.tool, arguments: step.read.args }, { holes });
    const definition = tools.find(check?.tool ?? step.tool);
    if (check === undefined || isPlan(definition)) {
      issues.push(nestedPlan(step, tools));
      continue;
    }
    const problem = isOwnTool(definition, 'ask_user')
      ? `${check.tool} cannot be called from within ${tools.own}`
      : undefined;
    const found = definition === undefined ? [unknownTool(step, check)] : issuesOf(step, check);
    if (problem === undefined) issues.push(...missing, ...found);
    steps.push({ needsApproval: needsApproval(check), problem, forecast: forecastOf(check) });
  }
  return { steps, issues };
}

function isPlan(definition: ToolDefinition | undefined): boolean {
  return isOwnTool(definition, 'execute_plan');
}

function nestedPlan({ index, tool }: PlannedStep, { own }: ToolsOfRun): Issue {
  const message = `${own} steps cannot call ${own}`;
  return { path: ['steps', index, 'tool'], rule: 'noPlan', expected: 'another tool', received: tool, message };
}

function needsApproval({ waitsFor }: CallCheck): boolean | 'unknown' {
  return waitsFor === 'unknown' ? 'unknown' : waitsFor === 'approval';
}

function forecastOf({ status, issues, text }: CallCheck): string | undefined {
  return status === 'refused' && issues.length === 0 ? text.replace(TRY_AGAIN, '') : undefined;
}

function issuesOf({ index }: PlannedStep, { status, issues }: CallCheck): readonly Issue[] {
  if (status === 'fits') return [];
  return issues.map((issue) => ({ ...issue, path: ['steps', index, 'args', ...issue.path] }));
}

function unknownTool({ index, tool }: PlannedStep, { text }: CallCheck): Issue {
  const path = ['steps', index, 'tool'];
  const message = text.replace(TRY_AGAIN, '');
  return { path, rule: 'knownTool', expected: 'the name of a tool', received: shortened(tool), message };
}

/** The last line of each text that asks a model to try again. The text of the plan has it too. */
const TRY_AGAIN = /\s*Fix the errors and try again\.$/;
