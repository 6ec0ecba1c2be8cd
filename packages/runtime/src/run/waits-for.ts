import type { DeferralRequest, ToolCall } from '@haft/core';
import type { RunState } from './state/run-state.js';
import { meantCall } from '../call/tools/meant-call.js';
import { acceptedForRun } from '../call/arguments/parse-for-run.js';
import { checkRules } from '../call/steps/06-rules.js';
import { decideCall } from '../call/steps/07-decide.js';
import { withPreview } from '../call/preview/with-preview.js';
import { requireCall } from '../call/require-call.js';
import { trialCall } from './trial-call.js';

/** The request that a call would be deferred with. It has no id: it cannot be decided yet. */
export type WaitingCall = Omit<DeferralRequest, 'id'>;

/** Takes steps 1 and 3 to 7 of a call with a separate state. Counts, reports and keeps nothing. */
export async function waitsFor(run: RunState, request: ToolCall): Promise<WaitingCall | undefined> {
  requireCall(request);
  const {
    state,
    request: { id = '', arguments: sent },
  } = meantCall(run, request);
  if (state === undefined) return undefined;
  const trial = trialCall(run, state, id, sent);
  const accepted = await acceptedForRun(run, state.planned.tool, sent);
  if (accepted === undefined) return undefined;
  trial.wire = accepted.wire;
  trial.args = accepted.args;
  const decided = (await checkRules(trial, accepted.args)) ?? (await decideCall(trial, accepted.args));
  const outcome = decided && (await withPreview(trial, decided));
  if (outcome?.status !== 'deferred') return undefined;
  const { id: _id, ...waiting } = outcome.request;
  return waiting;
}
