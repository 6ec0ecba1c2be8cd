import type { DeferralRequest, ToolCall } from '@haft/core';
import type { RunState } from '../run/run-state.js';
import { ToolState } from '../run/tool-state.js';
import { acceptSent } from './accept-sent.js';
import { Call } from './call.js';
import { checkRules } from './check-rules.js';
import { decide } from './decide.js';

/** What a call would wait for. It has no id: nobody can decide about it before the call is made. */
export type WaitingCall = Omit<DeferralRequest, 'id'>;

/** Steps 1 and 3 to 7 of a call on a state of its own: nothing is counted, told or kept. */
export async function waitsFor(
  run: RunState,
  { id = '', name, arguments: sent }: ToolCall,
): Promise<WaitingCall | undefined> {
  const state = run.find(name);
  if (state === undefined) return undefined;
  const trialState = new ToolState(state.planned, state.maxRetries);
  trialState.goOn(state.counters());
  const trial = new Call(run, trialState, id, sent);
  trial.note({ isTrial: true });
  const { outcome: accepted } = await acceptSent(run, state.planned.tool, sent);
  if (accepted.refusal !== undefined) return undefined;
  trial.wire = accepted.wire;
  const outcome = (await checkRules(trial, accepted.args)) ?? (await decide(trial, accepted.args));
  if (outcome?.status !== 'deferred') return undefined;
  const { id: _id, ...request } = outcome.request;
  return request;
}
