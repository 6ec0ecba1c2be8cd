import type { DeferralRequest, DeferredOutcome, ParentCall, Repair, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { ToolCounters } from '../tools/tool-state.js';
import { deferredCall, openCallOf, rememberOpenCall, type Grant, type OpenCall } from './open-call.js';

/** A call that waits for its inner calls, with everything that is needed to continue it. */
export interface SuspendedCall {
  readonly callId: string;
  readonly tool: string;
  /** SHA-256 of tool, arguments, run and user. A changed tool cannot continue. */
  readonly fingerprint: string;
  /** The validated arguments, including sensitive ones. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** The values that a user supplied before the tool began. */
  readonly input?: Readonly<Record<string, JsonValue>> | undefined;
  /** The approval that the tool began with. */
  readonly granted?: Grant | undefined;
  /** The state that the tool gave to `CallSuspended`. */
  readonly state: JsonValue;
  /** The inner calls that wait for a decision. */
  readonly waits: readonly InnerWait[];
  /** The outcomes of inner calls that the tool has not read, by call id. */
  readonly outcomes: Readonly<Record<string, ToolOutcome>>;
  /** The inner calls that ended, oldest first. At most 300. */
  readonly finished: readonly FinishedCall[];
  /** The separate retry budgets of inner calls, by tool. */
  readonly budgets: Readonly<Record<string, ToolCounters>>;
  /** How long the tool ran before, in milliseconds. */
  readonly spentMs: number;
  /** The call that made this call. */
  readonly parent?: ParentCall | undefined;
  /** The key of its row in the ledger. */
  readonly key?: string | undefined;
  /** Set for an inner call whose failures spend a separate retry budget. */
  readonly budget?: 'own' | undefined;
  /** Set for a call that is executed in the background. */
  readonly background?: true | undefined;
}

/** An inner call that waits: for a decision, or for its own inner calls. */
export type InnerWait =
  | { readonly open: OpenCall; readonly suspended?: undefined; readonly outcome?: undefined }
  | { readonly suspended: SuspendedCall; readonly open?: undefined; readonly outcome?: undefined };

/** An ended inner call. */
export interface FinishedCall {
  readonly callId: string;
  readonly tool: string;
  readonly status: ToolOutcome['status'];
  /** Set if the call took effect, or may have. */
  readonly effect?: MadeEffect;
  /** The lines about arguments that an approver changed. */
  readonly changes?: readonly string[];
}

/** An inner call that took effect, or may have. */
export interface MadeCall {
  readonly tool: string;
  readonly effect: MadeEffect;
}

/** The effect of an inner call. */
export interface MadeEffect {
  /** The begin of the key of the call. */
  readonly id: string;
  /** `unknown` if the call may have taken effect. */
  readonly end: 'done' | 'unknown';
}

/** Suspended calls by their lists of requests. Outcomes do not have the state. */
const suspendedCalls = new WeakMap<readonly DeferralRequest[], SuspendedCall>();

/** Returns the call that an outcome of status `deferred` waits for. */
export function waitOf({ request, requests }: DeferredOutcome): InnerWait {
  const suspended = requests === undefined ? undefined : suspendedCalls.get(requests);
  return suspended === undefined ? { open: openCallOf(request) } : { suspended };
}

/** Returns the id of an inner call that waits. */
export function callIdOf({ open, suspended }: InnerWait): string {
  return open === undefined ? suspended.callId : open.request.callId;
}

/** Returns the outcome of a call that still waits. */
export function waitingOutcome(wait: InnerWait): DeferredOutcome {
  return wait.open === undefined ? suspendedOutcome(wait.suspended) : stillOpen(wait.open);
}

function stillOpen(open: OpenCall): DeferredOutcome {
  // The request of another process is a new object.
  rememberOpenCall(open);
  return deferredCall(open.request);
}

/** Returns the outcome of a suspended call. */
export function suspendedOutcome(suspended: SuspendedCall, repairs: readonly Repair[] = []): DeferredOutcome {
  const { callId, tool, waits } = suspended;
  const requests = requestsOf(waits);
  suspendedCalls.set(requests, suspended);
  const [request] = requests as readonly [DeferralRequest];
  const decisions = requests.length === 1 ? 'a decision' : `${requests.length} decisions`;
  const text = `The tool call waits for ${decisions}. Do not call it again: it continues when all is decided.`;
  return { status: 'deferred', callId, tool, text, repairs, request, requests };
}

/** Returns the requests of calls that wait, also those of their inner calls. */
function requestsOf(waits: readonly InnerWait[]): readonly DeferralRequest[] {
  return openCallsOf(waits).map(({ request }) => request);
}

/** Returns the open calls of calls that wait, also those of their inner calls. */
export function openCallsOf(waits: readonly InnerWait[]): readonly OpenCall[] {
  return waits.flatMap(({ open, suspended }) => (open === undefined ? openCallsOf(suspended.waits) : [open]));
}
