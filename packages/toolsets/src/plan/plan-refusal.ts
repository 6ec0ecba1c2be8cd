import type { InterceptedCall, Next, RunContext, ToolOutcome, ValueKeepingInterceptor } from '@haft/core';
import type { Issue } from '@haft/schema';
import { checkSteps } from './steps/check-steps.js';
import { readPlan } from './steps/read-plan.js';
import { problemLines } from './steps/refuse-plan.js';
import { readSentPlan } from './steps/sent-plan.js';
import { storedIds } from './steps/stored-ids.js';
import { ToolsOfRun } from './steps/tools-of-run.js';

/** Writes the text for arguments that are not a plan, with the problems of their readable steps. */
export class PlanRefusal implements ValueKeepingInterceptor {
  /** Around the check of the arguments. */
  readonly around = 'call';

  /** Changes the text of a refusal. The text of the tool itself stays. */
  async intercept<Value>(call: InterceptedCall<never>, next: Next<Value>): Promise<ToolOutcome<Value>> {
    const outcome = await next();
    if (outcome.status !== 'retry' || wereEntered.has(call.run)) return outcome;
    const { name } = call.definition;
    const reason = outcome.text.replace(`Tool call validation failed for tool '${name}':`, '');
    const text = `invalid ${name} args:${reason.startsWith('\n') ? '' : ' '}${reason}`;
    const found = await otherIssues(call, outcome.issues);
    const lines = problemLines(found, outcome.issues.length).map((line) => `\n- ${line}`);
    const end = text.lastIndexOf(END);
    const whole = end === -1 ? text : `${text.slice(0, end)}${lines.join('')}${text.slice(end)}`;
    return { ...outcome, issues: [...outcome.issues, ...found], text: whole };
  }
}

/** Returns the problems that the model would read after it has corrected the form. */
async function otherIssues(
  { arguments: sent, run }: InterceptedCall<never>,
  known: readonly Issue[],
): Promise<Issue[]> {
  const read = known.length === 0 ? undefined : readSentPlan(sent, MOST_STEPS);
  if (read === undefined) return [];
  const { steps, returned, isRead } = read;
  const stored = await storedIds(steps, run);
  const plan = readPlan(steps, { isStored: (id) => stored.has(id), returned });
  const { issues } = await checkSteps(plan, run, new ToolsOfRun(run), isRead);
  const places = new Set(known.map(({ path }) => JSON.stringify(path)));
  return issues.filter(({ path }) => !places.has(JSON.stringify(path)));
}

/** A longer plan is too long by default. */
const MOST_STEPS = 50;
const END = '\n\nFix the errors and try again.';

const wereEntered = new WeakSet<RunContext<never>>();

/** Notes that the arguments of a call are a plan. */
export function noteEntered(run: RunContext<never>): void {
  wereEntered.add(run);
}
