import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { failed, interrupted, retry } from '../outcome/outcomes.js';
import { closedTool } from '../budget/retry-budget.js';

/** Step 2: why the call must not be made, or nothing; then it counts. Takes no turn of the event loop, so that parallel calls cannot pass a limit together. */
export function admit(call: Call): ToolOutcome | undefined {
  const { run, state } = call;
  const closed = readmit(call);
  if (closed !== undefined) return closed;
  const { planned } = state;
  const { hiddenBehind } = planned.tool;
  if (hiddenBehind !== undefined && !run.isShown(call.name)) return hidden(call, hiddenBehind);
  if (run.calls >= run.maxCalls || state.calls >= planned.maxCallsPerRun) {
    return failed(call, 'limit', limitText(call.name));
  }
  const full = planned.shared.rate?.take();
  if (full !== undefined) return failed(call, 'limit', rateText(call.name, full.waitMs));
  run.calls++;
  state.calls++;
  return undefined;
}

/** Step 2 of a call that waited: it was counted before, so no limit counts it again. */
export function readmit(call: Call): ToolOutcome | undefined {
  const { run, state } = call;
  if (run.stopped !== undefined) return interrupted(call);
  if (run.haltReason !== undefined) return failed(call, 'halted', haltText(run.haltReason));
  return state.failures > state.maxRetries ? closedTool(call) : undefined;
}

/** What the model reads when the run was stopped. */
export function haltText(reason: string): string {
  return reason === '' ? 'The run was stopped.' : `The run was stopped: ${reason}`;
}

function limitText(name: string): string {
  return `Tool call limit reached. Tool call ${name} not executed. Don't try to execute it again.`;
}

function rateText(name: string, waitMs: number): string {
  return `Rate limit of ${name} reached. Try again in ${Math.ceil(waitMs / 1000)} seconds.`;
}

/** Once for each tool it is free: a model cannot know better before it was told. */
function hidden(call: Call, finder: string): ToolOutcome {
  const text = `Tool '${call.name}' is not available yet: call ${finder} for it first.`;
  call.setOptional({ isFree: !call.state.toldHidden });
  call.state.toldHidden = true;
  return retry(call, text, []);
}
