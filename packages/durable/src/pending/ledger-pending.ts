import { HaftError, type OptionNames, refuseUnknownOptions, type ToolOutcome } from '@haft/core';
import {
  CALL_STATES,
  type CallRef,
  type CallRow,
  type DecideOptions,
  type Decision,
  type Decisions,
  type OpenCall,
  type PendingCall,
  type PendingCalls,
  type PendingFilter,
  type PendingOwner,
  type PendingPage,
  type PendingRun,
  type RetiredCalls,
} from '@haft/runtime';
import {
  callOfRun,
  decisionUsed,
  deferredCall,
  denied,
  loadLazy,
  resumeOpenCalls,
  type RunState,
  verifyPending,
} from '@haft/runtime/internal';
import { answerOfRow } from '../background/task-outcome.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { openCallOfRow } from '../row/open-call-of-row.js';
import { requestOfRow } from '../row/request-of-row.js';
import { canContinue, isDenied } from '../runs/can-continue.js';
import { emptyRun } from '../runs/empty-run.js';
import { refreshRun } from '../runs/refresh-run.js';
import { letContinue } from '../runs/suspended-row.js';
import { decideUnknown } from './decide-unknown.js';
import { pendingCall } from './pending-call.js';
import { refuseFilter, refuseOwner } from './refuse-filter.js';
import { retireTool } from './retire-tool.js';

/** The calls that wait in a ledger. */
export class LedgerPending implements PendingCalls {
  constructor(private readonly keeper: LedgerKeeper) {}

  async list(given: PendingFilter = {}): Promise<PendingPage> {
    refuseFilter(given);
    const { after, olderThanMs, ...filter } = given;
    const limit = Math.min(filter.limit ?? 50, 1000);
    const rows = await this.keeper.store.list({
      ...filter,
      isDecidable: filter.kind === undefined,
      limit,
      ...(olderThanMs === undefined ? {} : { createdBefore: this.keeper.clock.now() - olderThanMs }),
      ...(after === undefined ? {} : { after: cursorOf(after) }),
    });
    const last = rows.at(-1);
    const calls = rows.map((row) => pendingCall(row, this.keeper.secret));
    return last === undefined || rows.length < limit ? { calls } : { calls, next: textOf(last) };
  }

  async get(key: string, owner?: PendingOwner): Promise<PendingCall | undefined> {
    const row = await this.find(key, owner);
    return row && pendingCall(row, this.keeper.secret);
  }

  async decide(key: string, decision: Decision, options: DecideOptions = {}): Promise<ToolOutcome> {
    refuseUnknownOptions('pending.decide', options, DECIDE_OPTIONS);
    const { execute = true, request: seen, owner, ...runOptions } = options;
    const row = await this.find(key, owner);
    if (row === undefined) throw unknownCall(key);
    const isUnknown = row.state === 'unknown_outcome';
    const id = requestOfRow(row, this.keeper.secret)?.id ?? key;
    const isDenial = (decision as Partial<Decision> | undefined)?.kind === 'deny';
    const mayRevoke = isDenial && (row.state === 'approved' || row.state === 'queued') && !isDenied(row);
    if (row.state !== 'awaiting' && !isUnknown && !mayRevoke) throw decisionUsed([id]);
    if (seen !== undefined && seen !== id) throw decisionUsed([seen]);
    const { pending, version } = await this.savedRun(row);
    const run = this.keeper.host.continueRun(pending, runOptions);
    run.stored = { version, pending };
    try {
      // Toolsets may create their tools for each run.
      await run.definitions();
      if (mayRevoke) return await this.revoke(run, row, await this.parsed(decision, row));
      if (isUnknown)
        return await decideUnknown(run, this.keeper, row, { decision: await this.parsed(decision, row), execute });
      const inner = await this.innerOf(run, row);
      if (inner !== undefined) return await this.decideInner(run, inner, { [inner.request.id]: decision }, execute);
      await run.resume({ [id]: decision }, { partial: true, execute });
      return await this.outcomeOf(row);
    } catch (error) {
      throw isUnknownDecision(error) && (await this.isDecided(row, id)) ? decisionUsed([id]) : error;
    } finally {
      await run.end();
    }
  }

  /** Denies a call that was decided before, and whose tool this runtime lacks, before it begins. */
  private async revoke(run: RunState, row: CallRow, decision: Decision): Promise<ToolOutcome> {
    const { key, callId: id, tool: name, fingerprint, state } = row;
    const from = state === 'queued' ? 'queued' : 'approved';
    if (await canContinue(run, row)) throw decisionUsed([requestOfRow(row, this.keeper.secret)?.id ?? key]);
    const outcome = denied({ id, name, repairs: [] }, decision.kind === 'deny' ? decision.text : undefined);
    const { changed } = await this.keeper.store.decide(row, {
      ...{ from, fingerprint, state: 'denied', now: this.keeper.clock.now(), ignoresExpiry: true },
      ...{ decision: JSON.stringify(decision), outcome: JSON.stringify(outcome) },
    });
    if (!changed) throw decisionUsed([key]);
    await letContinue(this.keeper, row);
    return outcome;
  }

  async retire(tool: string): Promise<RetiredCalls> {
    return retireTool(this.keeper, tool);
  }

  /** Returns the row of a key. The key alone names it, since it is a hash that has the owner. */
  private async find(key: string, owner: PendingOwner = {}): Promise<CallRow | undefined> {
    refuseOwner(owner);
    if (!isKey(key)) return undefined;
    const [row] = await this.keeper.store.list({ ...owner, key, states: CALL_STATES, limit: 1 });
    return row;
  }

  /** Returns whether a request of a call was decided by another process. */
  private async isDecided(call: CallRef, id: string): Promise<boolean> {
    const row = await this.keeper.store.get(call);
    return row !== undefined && (row.state !== 'awaiting' || requestOfRow(row, this.keeper.secret)?.id !== id);
  }

  /** Returns the open call of a row whose outer call is in progress, so that no run has it yet. */
  private async innerOf(run: RunState, row: CallRow): Promise<OpenCall | undefined> {
    const open = openCallOfRow(row, this.keeper.secret);
    if (open?.request.parent === undefined || row.state !== 'awaiting') return undefined;
    await refreshRun(run, this.keeper);
    return run.paused.open.some(({ request }) => request.id === open.request.id) ? undefined : open;
  }

  private async decideInner(
    run: RunState,
    open: OpenCall,
    decisions: Decisions,
    execute: boolean,
  ): Promise<ToolOutcome> {
    const { failure, late } = await resumeOpenCalls(run, [open], decisions, { partial: true, rows: { execute } });
    if (failure !== undefined) throw failure.error;
    if (late.length > 0) throw decisionUsed(late);
    return this.outcomeOf(callOfRun(run, open.key ?? ''));
  }

  private async parsed(decision: Decision, row: CallRow): Promise<Decision> {
    const { parseDecision } = await loadLazy();
    const { key: id, callId, tool } = row;
    return parseDecision(
      decision,
      { kind: 'approval', id, callId, tool } as never,
      this.keeper.host.runtime.limits.arguments,
    );
  }

  /**
   * Returns the paused run of a call, and its version. A row has all of it but the counts and the
   * state.
   */
  private async savedRun(row: CallRow): Promise<{ readonly pending: PendingRun; readonly version: number }> {
    const saved = await this.keeper.store.getRun(row);
    if (saved === undefined) return { pending: emptyRun(row), version: 0 };
    const pending = JSON.parse(saved.pending) as PendingRun;
    verifyPending(pending, this.keeper.secret);
    return { pending, version: saved.version };
  }

  private async outcomeOf(call: CallRef): Promise<ToolOutcome> {
    const { key } = call;
    const row = await this.keeper.store.get(call);
    if (row === undefined) throw unknownCall(key);
    const outcome = answerOfRow(row, this.keeper.secret);
    if (outcome !== undefined) return outcome;
    const request = requestOfRow(row, this.keeper.secret);
    if (request === undefined) throw unknownCall(key);
    return deferredCall(request);
  }
}

/** Returns whether a row may have a key. Clients send any text, and Postgres stores no NUL. */
function isKey(text: string): boolean {
  return !text.includes('\0');
}

/** Returns the place of a row in the list, as text. */
function textOf({ createdAt, key }: CallRow): string {
  return Buffer.from(JSON.stringify([createdAt, key])).toString('base64url');
}

/** @throws {HaftError} `HAFT_INVALID_OPTION` if the text is not the `next` of a page */
function cursorOf(after: string): { readonly createdAt: number; readonly key: string } {
  try {
    const [createdAt, key] = JSON.parse(Buffer.from(after, 'base64url').toString()) as readonly unknown[];
    if (typeof createdAt === 'number' && Number.isSafeInteger(createdAt) && typeof key === 'string' && isKey(key))
      return { createdAt, key };
  } catch {
    // The error below explains it.
  }
  throw new HaftError('HAFT_INVALID_OPTION', '`after` is not the `next` of a page of runtime.pending.list().', {
    hint: 'Give the `next` of the page before, or leave it out for the first page.',
  });
}

function isUnknownDecision(error: unknown): boolean {
  return error instanceof HaftError && error.code === 'HAFT_UNKNOWN_DECISION';
}

function unknownCall(key: string): HaftError {
  return new HaftError('HAFT_UNKNOWN_DECISION', `The ledger of calls has no call with the key ${key}.`, {
    hint: 'Use the keys of runtime.pending.list(). Ended calls are deleted by `prune`.',
  });
}

const DECIDE_OPTIONS: OptionNames<DecideOptions> = {
  execute: true,
  request: true,
  owner: true,
  deps: true,
  metadata: true,
  permissions: true,
  signal: true,
  onEvent: true,
};
