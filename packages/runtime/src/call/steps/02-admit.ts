import type { ToolOutcome } from '@haft/core';
import { CALL_TOOL } from '@haft/compose/internal';
import type { Call } from '../call.js';
import { failed, interrupted, retry } from '../outcome/outcomes.js';

/**
 * Step 2: returns an outcome if it rejects the call. Otherwise counts the call. It is synchronous,
 * so that parallel calls cannot pass a limit together.
 */
export function admit(call: Call): ToolOutcome | undefined {
  const { run, state } = call;
  const { planned, counted } = state;
  const refused = mayAdmit(call);
  if (refused !== undefined) return refused;
  const full = planned.shared.rate?.take();
  if (full !== undefined) return failed(call, 'limit', rateText(call.name, full.waitMs));
  run.counts.calls += weightOf(call);
  counted.calls++;
  return undefined;
}

/** Returns an outcome if step 2 rejects the call. Counts nothing. Ignores limits per minute. */
export function mayAdmit(call: Call): ToolOutcome | undefined {
  const { run, state } = call;
  const { planned, counted } = state;
  const ended = readmit(call);
  if (ended !== undefined) return ended;
  const { hiddenBehind } = planned.tool;
  const mustFind = hiddenBehind !== undefined && hiddenBehind !== CALL_TOOL;
  if (mustFind && !run.toolbox.isShown(call.name)) return hidden(call, hiddenBehind);
  const isFull = run.counts.calls + weightOf(call) > run.counts.maxCalls || counted.calls >= planned.maxCallsPerRun;
  return isFull ? failed(call, 'limit', limitText(call.name)) : undefined;
}

/** The reads of a host do not use up the calls of the model. */
function weightOf({ state }: Call): 0 | 1 {
  return state.planned.tool.offer === undefined ? 1 : 0;
}

/** Takes back the count of a call that was never started. */
export function unadmit(call: Call): void {
  const { run, state } = call;
  run.counts.calls -= weightOf(call);
  state.counted.calls--;
}

/** Checks a call again after it waited. Limits do not count it twice. */
export function readmit(call: Call): ToolOutcome | undefined {
  const { run } = call;
  if (run.lifetime.stopped !== undefined) return interrupted(call);
  return run.lifetime.haltReason === undefined ? undefined : failed(call, 'halted', haltText(run.lifetime.haltReason));
}

/** Returns the text for a model when the run was stopped. */
export function haltText(reason: string): string {
  return reason === '' ? 'The run was stopped.' : `The run was stopped: ${reason}`;
}

function limitText(name: string): string {
  return `Tool call limit reached. Tool call ${name} not executed. Don't try to execute it again.`;
}

function rateText(name: string, waitMs: number): string {
  return `Rate limit of ${name} reached. Try again in ${Math.ceil(waitMs / 1000)} seconds.`;
}

/** Answers a call of a hidden tool. The first time is free, since the model could not know. */
function hidden(call: Call, finder: string): ToolOutcome {
  const text = `Tool '${call.name}' is not available yet: call ${finder} for it first.`;
  call.counting = { ...call.counting, isFree: !call.state.toldHidden };
  call.state.toldHidden = true;
  return retry(call, text, []);
}
