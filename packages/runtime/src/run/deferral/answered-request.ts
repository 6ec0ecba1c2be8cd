import { HaftError, hashOf, type ToolCall, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { acceptedForRun } from '../../call/arguments/parse-for-run.js';
import { Call } from '../../call/call.js';
import { readyToComplete } from '../../call/arguments/completed-arguments.js';
import { approvedCall } from '../../call/deferral/defer.js';
import { waitsFor } from '../waits-for.js';
import type { RunState } from '../state/run-state.js';
import { meantCall } from '../../call/tools/meant-call.js';
import { callFingerprint } from '../../call/deferral/call-fingerprint.js';

/** Options of `run.recordRequest`. */
export interface RecordOptions {
  /** The chat that the request is shown in. An answer then counts in this chat only. */
  readonly chatId?: string | undefined;
}

/** Options of `run.claimAnswer`. */
export interface ClaimOptions extends RecordOptions {
  /** The id of the answer, as the client sends it. One id counts once. */
  readonly answerId: string;
  /** The hash of the preview in the request that the answer is for. Default: it has none. */
  readonly preview?: string | undefined;
}

/** Records that a person is asked to approve a call. Does nothing for a call that is not valid. */
export async function recordRequest(run: RunState, call: ToolCall, options: RecordOptions): Promise<void> {
  refuseUnknownOptions('run.recordRequest', options, RECORD_OPTIONS);
  const { chatId } = options;
  const { record } = openRequests(run);
  const hasPreview = meantCall(run, call).state?.planned.tool.body.preview !== undefined;
  const preview = hasPreview ? (await waitsFor(run, call))?.preview?.hash : undefined;
  const key = await requestKey(run, call, { chatId, preview });
  if (key !== undefined) await record(key, expiry(run));
}

/**
 * Claims the answer of a person to a recorded request.
 *
 * @returns whether the call may be executed
 */
export async function claimAnswer(run: RunState, call: ToolCall, options: ClaimOptions): Promise<boolean> {
  refuseUnknownOptions('run.claimAnswer', options, CLAIM_OPTIONS);
  const { take } = openRequests(run);
  const { decisionLedger: ledger } = run.runtime.people;
  const { answerId, chatId } = options;
  const key = await requestKey(run, call, options);
  if (key === undefined) return false;
  const { userId, tenantId } = run.options;
  const answer = hashOf(['answer', answerId, chatId ?? null, userId ?? null, tenantId ?? null]);
  // The answer first: a model may use the id of a call again, so that one more request is open.
  if (!(await ledger.claim(answer, expiry(run)))) return false;
  if (await take(key)) return true;
  await ledger.release(answer);
  return false;
}

function expiry({ runtime }: RunState): string {
  return new Date(Date.now() + runtime.people.requestExpiryMs).toISOString();
}

/**
 * Returns a key of a request. It binds the request to the id of the call and to everything that an
 * approval is bound to, except for the run.
 */
async function requestKey(
  run: RunState,
  call: ToolCall,
  { chatId, preview }: Omit<ClaimOptions, 'answerId'>,
): Promise<string | undefined> {
  const {
    state,
    request: { id = '', arguments: sent },
  } = meantCall(run, call);
  if (state === undefined) return undefined;
  const accepted = await acceptedForRun(run, state.planned.tool, sent);
  if (accepted === undefined) return undefined;
  const trial = new Call(run, state, id, sent);
  trial.wire = accepted.wire;
  await readyToComplete(trial);
  const fingerprint = callFingerprint({ ...approvedCall(trial), runId: '', preview });
  const { tenantId } = run.options;
  const ofTenant = tenantId === undefined ? [] : [tenantId];
  return hashOf(['request', id, chatId ?? null, fingerprint, ...ofTenant]);
}

type OpenRequests = Required<Pick<RunState['runtime']['people']['decisionLedger'], 'record' | 'take'>>;

/** @throws {HaftError} HAFT_INVALID_OPTION if the ledger cannot keep open requests */
function openRequests({
  runtime: {
    people: { decisionLedger: ledger },
  },
}: RunState): OpenRequests {
  if (ledger.record === undefined || ledger.take === undefined) {
    throw new HaftError('HAFT_INVALID_OPTION', 'The decisionLedger of the runtime cannot record open requests.', {
      hint: 'Add the methods `record` and `take` to it, or use that of a ledger of @haft/durable.',
    });
  }
  return { record: ledger.record.bind(ledger), take: ledger.take.bind(ledger) };
}

const CLAIM_OPTIONS: OptionNames<ClaimOptions> = { chatId: true, answerId: true, preview: true };

const RECORD_OPTIONS: OptionNames<RecordOptions> = { chatId: true };
