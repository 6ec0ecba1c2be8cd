import { HaftError, type DeferralKind, type DeferralRequest } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { DecisionSet, isDecisionSet, type Decision, type Decisions } from '../../call/deferral/decision.js';
import type { OpenCall } from '../../call/deferral/open-call.js';

/** An open call and the decision about it. */
export interface DecidedCall {
  readonly call: OpenCall;
  readonly decision: Decision;
}

/** The decisions that are valid for each kind of request. */
const FITS: Readonly<Record<DeferralKind, readonly Decision['kind'][]>> = {
  approval: ['approve', 'deny'],
  input: ['supply', 'deny'],
  external: ['result', 'fail', 'retry', 'deny'],
};

/**
 * Assigns decisions to their calls, and validates all of them before anything is executed.
 *
 * @throws {HaftError} `HAFT_INVALID_DECISION`, `HAFT_UNKNOWN_DECISION`, `HAFT_DECISION_USED`,
 *   `HAFT_WRONG_DECISION_KIND`, `HAFT_REQUEST_EXPIRED`, `HAFT_UNANSWERED_REQUEST`
 */
export function decidedCalls(
  open: readonly OpenCall[],
  given: Decisions,
  { used, partial, parse, elsewhere = NOWHERE }: DecidingOptions,
): readonly DecidedCall[] {
  const { map } = asSet(given);
  const { ended, waiting } = elsewhere;
  const ids = Object.keys(map).filter((id) => !ended.has(id));
  refuseUnknown(ids, open, used);
  const decided = paired(open, given).map(({ call, decision }) => ({ call, decision: parse(decision, call.request) }));
  for (const one of decided) refuseMisfit(one);
  refuseExpired(decided);
  if (decided.length === 0 && ids.length < Object.keys(map).length) throw decisionUsed([...ended]);
  const undecided = open.filter((call) => !waiting.has(call));
  if (!partial) refuseUnanswered(undecided, decided);
  return decided;
}

/** Options of {@link decidedCalls}. */
export interface DecidingOptions {
  /** Ids of requests of this run with an earlier decision. */
  readonly used: ReadonlySet<string>;
  /** Whether requests without a decision stay open. Otherwise they are an error. */
  readonly partial: boolean;
  /** The requests that other processes decided, by the ledger of calls. Default: none. */
  readonly elsewhere?: Elsewhere | undefined;
  /** @throws {HaftError} `HAFT_INVALID_DECISION` */
  readonly parse: (given: unknown, request: DeferralRequest) => Decision;
}

/** The requests that other processes decided. */
export interface Elsewhere {
  /** The ids of requests whose calls have ended. */
  readonly ended: ReadonlySet<string>;
  /** The calls that other processes execute. */
  readonly waiting: ReadonlySet<OpenCall>;
}

const NOWHERE: Elsewhere = { ended: new Set(), waiting: new Set() };

/** Returns the open calls that have a decision, each with the decision as given. */
export function paired(
  open: readonly OpenCall[],
  given: Decisions,
): readonly { readonly call: OpenCall; readonly decision: unknown }[] {
  const { map, others } = asSet(given);
  return open.flatMap((call) => {
    const own: unknown = Object.hasOwn(map, call.request.id) ? map[call.request.id] : undefined;
    const decision = own === undefined ? otherDecision(call.request, others) : own;
    return decision === undefined ? [] : [{ call, decision }];
  });
}

/** @throws {HaftError} `HAFT_INVALID_DECISION` if it is not a set of decisions */
function asSet(given: Decisions): DecisionSet {
  if (isDecisions(given)) return isDecisionSet(given) ? given : new DecisionSet(given, undefined);
  throw new HaftError('HAFT_INVALID_DECISION', 'The decisions are not an object with a decision by request id.', {
    hint: "Give the decision of a person by the id of its request: { [request.id]: decision.approve() } or { [request.id]: decision.deny() }. decisions({...}).rest('deny') denies the rest.",
  });
}

/** Returns whether a value is a set of decisions by request id. Does not check the decisions. */
export function isDecisions(given: unknown): given is Decisions {
  if (!isObject(given)) return false;
  const decisions = given as Decisions;
  return !isDecisionSet(decisions) || (isObject(decisions.map) && OTHERS.has(decisions.others));
}

const OTHERS: ReadonlySet<unknown> = new Set([undefined, 'approve', 'deny']);

/**
 * Returns the decision about a request that the map leaves out. Returns undefined if `approve`
 * cannot answer the request, since it has no input and no result.
 */
function otherDecision({ kind }: DeferralRequest, others: 'approve' | 'deny' | undefined): Decision | undefined {
  if (others === undefined || (others === 'approve' && kind !== 'approval')) return undefined;
  return { kind: others };
}

function refuseUnknown(ids: readonly string[], open: readonly OpenCall[], used: ReadonlySet<string>): void {
  const known = new Set(open.map(({ request }) => request.id));
  const spent = ids.filter((id) => !known.has(id) && used.has(id));
  if (spent.length > 0) throw decisionUsed(spent);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw new HaftError('HAFT_UNKNOWN_DECISION', `No request is open with the id ${unknown.join(', ')}.`, {
    hint: `Open are: ${[...known].join(', ') || 'none'}. Decisions are keyed by request.id, not by call id.`,
  });
}

function refuseMisfit({ call: { request }, decision }: DecidedCall): void {
  const fitting = FITS[request.kind];
  if (fitting.includes(decision.kind)) return;
  const message = `The request ${request.id} of '${request.tool}' is for ${request.kind}; the decision is '${decision.kind}'.`;
  throw new HaftError('HAFT_WRONG_DECISION_KIND', message, { hint: `Give one of: ${fitting.join(', ')}.` });
}

/** Rejects late decisions. A late denial is fine, since it executes nothing. */
function refuseExpired(decided: readonly DecidedCall[]): void {
  const now = Date.now();
  const late = decided.filter(
    ({ call, decision }) => decision.kind !== 'deny' && !(Date.parse(call.request.expiresAt) > now),
  );
  if (late.length === 0) return;
  const ids = late.map(({ call }) => call.request.id);
  throw new HaftError('HAFT_REQUEST_EXPIRED', `The time for a decision is over: ${ids.join(', ')}.`, {
    hint: 'Deny the request, so that the run continues. The model may make the call again.',
  });
}

function refuseUnanswered(open: readonly OpenCall[], decided: readonly DecidedCall[]): void {
  const answered = new Set(decided.map(({ call }) => call));
  const unanswered = open.filter((call) => !answered.has(call));
  if (unanswered.length === 0) return;
  const which = unanswered.map(({ request }) => `${request.id} (${request.kind} of '${request.tool}')`);
  throw new HaftError('HAFT_UNANSWERED_REQUEST', `There is no decision about: ${which.join(', ')}.`, {
    hint: "Decide all of them, use decisions({...}).rest('deny'), or resume with { partial: true }.",
  });
}

/** Returns the error for requests that were decided before. */
export function decisionUsed(ids: readonly string[]): HaftError {
  return new HaftError('HAFT_DECISION_USED', `There was a decision before about: ${ids.join(', ')}.`, {
    hint: 'A decision is used once. Ask again with the requests of run.pending().',
  });
}
