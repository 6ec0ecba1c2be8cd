import { HaftError, type DeferralRequest } from '@haft/core';
import { DecisionSet, type Decision, type Decisions } from './decision.js';
import type { OpenCall } from './pending-run.js';

/** An open call with what was decided about it. */
export interface DecidedCall {
  readonly call: OpenCall;
  readonly decision: Decision;
}

/** Which decisions fit which requests. */
const FITS: Readonly<Record<DeferralRequest['kind'], readonly Decision['kind'][]>> = {
  approval: ['approve', 'deny'],
  input: ['supply', 'deny'],
  external: ['result', 'fail', 'deny'],
};

/**
 * Puts decisions to their calls. Every mistake is found here, before anything is executed.
 *
 * @param used - ids of requests of this run that were decided before
 * @param partial - requests without a decision stay open instead of being an error
 * @throws HaftError `HAFT_UNKNOWN_DECISION`, `HAFT_DECISION_USED`, `HAFT_WRONG_DECISION_KIND`, `HAFT_REQUEST_EXPIRED`, `HAFT_UNANSWERED_REQUEST`
 */
export function decidedCalls(
  open: readonly OpenCall[],
  given: Decisions,
  { used, partial }: { readonly used: ReadonlySet<string>; readonly partial: boolean },
): readonly DecidedCall[] {
  const { map } = asSet(given);
  refuseUnknown(Object.keys(map), open, used);
  const decided = paired(open, given);
  for (const one of decided) refuseMisfit(one);
  refuseExpired(decided);
  if (!partial) refuseUnanswered(open, decided);
  return decided;
}

/** The open calls that a decision names or fills, whether it fits or not. */
export function paired(open: readonly OpenCall[], given: Decisions): readonly DecidedCall[] {
  const { map, others } = asSet(given);
  return open.flatMap((call): DecidedCall[] => {
    const own = Object.hasOwn(map, call.request.id) ? map[call.request.id] : undefined;
    const decision = own === undefined ? otherDecision(call.request, others) : plain(own);
    return decision === undefined ? [] : [{ call, decision }];
  });
}

function asSet(given: Decisions): DecisionSet {
  return given instanceof DecisionSet ? given : new DecisionSet(given, undefined);
}

function plain(decision: unknown): Decision {
  if (typeof decision === 'boolean') return { kind: decision ? 'approve' : 'deny' };
  // Decisions come from forms and queues: what is none is of a kind that fits nothing.
  return (isObject(decision) ? decision : { kind: String(decision) }) as Decision;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An approval of everything cannot make up an input or a result. */
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
  throw new HaftError('HAFT_UNKNOWN_DECISION', `No request is open with the id ${listed(unknown)}.`, {
    hint: `Open are: ${listed([...known]) || 'none'}. Decisions are keyed by request.id, not by call id.`,
  });
}

function refuseMisfit({ call: { request }, decision }: DecidedCall): void {
  const fitting = FITS[request.kind];
  if (fitting.includes(decision.kind)) return;
  const message = `The request ${request.id} of '${request.tool}' is for ${request.kind}; the decision is '${decision.kind}'.`;
  throw new HaftError('HAFT_WRONG_DECISION_KIND', message, { hint: `Give one of: ${fitting.join(', ')}.` });
}

/** A denial does nothing that could be too late. */
function refuseExpired(decided: readonly DecidedCall[]): void {
  const now = Date.now();
  const late = decided.filter(
    ({ call, decision }) => decision.kind !== 'deny' && !(Date.parse(call.request.expiresAt) > now),
  );
  if (late.length === 0) return;
  const ids = late.map(({ call }) => call.request.id);
  throw new HaftError('HAFT_REQUEST_EXPIRED', `The time for a decision is over: ${listed(ids)}.`, {
    hint: 'Deny the request, so that the model can go on; it may make the call again.',
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

/** A decision counts once. */
export function decisionUsed(ids: readonly string[]): HaftError {
  return new HaftError('HAFT_DECISION_USED', `There was a decision before about: ${listed(ids)}.`, {
    hint: 'A decision is used once. Ask again with the requests of run.pending().',
  });
}

function listed(ids: readonly string[]): string {
  return ids.join(', ');
}
