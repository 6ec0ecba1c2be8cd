import type {
  CallLease,
  CallLedger,
  CallRef,
  CallRow,
  CallEnd,
  ProposedCall,
  ProposeOptions,
  RowChange,
  RowDecision,
  RowFilter,
  RowPosition,
  RunRef,
  SavedRun,
  StoredRun,
} from '@haft/runtime';
import { MemoryLedger } from '@haft/runtime';
import { durableCalls } from '../durable-calls.js';
import { callName, runName } from '../call-name.js';
import { BACKGROUND_MARK, FINAL_STATES, MOST_ROWS, positionOf, WAITING_STATES } from '../row-states.js';

/** Receives a row after a change, and as it was before. `before` is undefined for a new row. */
export type ChangeListener = (after: CallRow, before: CallRow | undefined) => void;

/**
 * A ledger in the memory of this process, for tests and for calls that may be lost with the
 * process. It forgets nothing until {@link MemoryCallLedger.prune}.
 *
 * @example const runtime = createRuntime({ toolsets, durability: { ledger: new MemoryCallLedger() } });
 */
export class MemoryCallLedger implements CallLedger {
  /** The code of durable calls. */
  readonly feature = durableCalls;
  /** The decisions of runtimes without a `decisionLedger` of their own. */
  readonly decisions = new MemoryLedger();

  private readonly rows = new Map<string, CallRow>();
  private readonly runs = new Map<string, StoredRun>();
  private readonly listeners = new Set<ChangeListener>();

  /** Calls a listener after each change of a row. Returns a function that removes it. */
  onChange(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Writes calls. See `CallLedger.propose`. */
  propose(calls: readonly ProposedCall[], { replaces = [], saves }: ProposeOptions = {}): readonly RowChange[] {
    const changes = calls.map((call) => this.write(call, replaces));
    const [change, ...others] = changes;
    if (saves === undefined || change?.changed !== true || others.length > 0) return changes;
    return [{ ...change, isRunSaved: this.saveRun(saves.run, saves.version) }];
  }

  private write(call: ProposedCall, replaces: readonly CallLease[]): RowChange {
    const known = this.rows.get(callName(call));
    const mayReplace = (row: CallRow): boolean => !row.isCancelled && replaces.some((lease) => holds(row, lease));
    if (known !== undefined && !mayReplace(known)) return { changed: false, row: known };
    const attempt = known?.attempt ?? (call.state === 'running' ? 1 : 0);
    const { createdAt, turn, content } = known ?? call;
    const first = { createdAt, turn, content, updatedAt: call.createdAt };
    const cleared = { isCancelled: false, decision: null, progress: null, kept: null, outcome: null };
    const row = { ...call, ...first, ...cleared, attempt };
    this.put(row, known);
    return { changed: true, row };
  }

  /** Changes an `awaiting` row. See `CallLedger.decide`. */
  decide(call: CallRef, given: RowDecision): RowChange {
    const { fingerprint, state, from = 'awaiting', decision, outcome = null, now, ignoresExpiry, begin } = given;
    const isInTime = (row: CallRow): boolean => ignoresExpiry === true || row.expiresAt === null || row.expiresAt > now;
    const mayDecide = (row: CallRow): boolean => row.state === from && row.fingerprint === fingerprint && isInTime(row);
    const started = begin && ({ state: 'running', attempt: this.nextAttempt(call), ...begin } as const);
    const cleared = from === 'unknown_outcome' && { kept: null, isCancelled: false };
    return this.change(call, mayDecide, { state, decision, outcome, updatedAt: now, ...cleared, ...started });
  }

  /** Begins an attempt. See `CallLedger.start`. */
  start(call: CallRef, options: Parameters<CallLedger['start']>[1]): RowChange {
    const { lease, leaseUntil, now, from = ['approved', 'queued', 'running'] } = options;
    const mayStart = (row: CallRow): boolean =>
      from.some((state) => state === row.state) && (row.state !== 'running' || isOver(row, now));
    const attempt = this.nextAttempt(call);
    return this.change(call, mayStart, { state: 'running', attempt, lease, leaseUntil, updatedAt: now });
  }

  private nextAttempt(call: CallRef): number {
    return (this.rows.get(callName(call))?.attempt ?? 0) + 1;
  }

  /** Extends leases. See `CallLedger.renew`. */
  renew(
    leases: readonly CallLease[],
    leaseUntil: number,
  ): { readonly lost: readonly string[]; readonly cancelled: readonly string[] } {
    const lost: string[] = [];
    const cancelled: string[] = [];
    for (const lease of leases) {
      const { changed, row } = this.change(lease, (one) => holds(one, lease), { leaseUntil });
      if (!changed) lost.push(lease.lease);
      else if (row?.isCancelled === true) cancelled.push(lease.lease);
    }
    return { lost, cancelled };
  }

  /** Writes the progress of an attempt. See `CallLedger.report`. */
  report(lease: CallLease, progress: string): void {
    this.change(lease, (row) => holds(row, lease), { progress });
  }

  /** Keeps a value of an attempt. See `CallLedger.keep`. */
  keep(lease: CallLease, kept: string): boolean {
    return this.change(lease, (row) => holds(row, lease), { kept }).changed;
  }

  /** Ends an attempt. See `CallLedger.settle`. */
  settle(lease: CallLease, end: CallEnd): boolean {
    const { state, outcome, now } = end;
    const change = { state, outcome, lease: null, leaseUntil: null, updatedAt: now };
    return this.change(lease, (row) => holds(row, lease), change).changed;
  }

  /** Cancels a call. See `CallLedger.cancel`. */
  cancel(call: CallRef, { outcome, now }: { readonly outcome: string; readonly now: number }): RowChange {
    const isWaiting = (row: CallRow): boolean => WAITING_STATES.has(row.state);
    const ended = this.change(call, isWaiting, { state: 'cancelled', outcome, updatedAt: now });
    if (ended.changed) return ended;
    return this.change(call, (row) => row.state === 'running', { isCancelled: true, updatedAt: now });
  }

  /** Returns a row. */
  get(call: CallRef): CallRow | undefined {
    return this.rows.get(callName(call));
  }

  /** Returns rows, oldest first. See `CallLedger.list`. */
  list(filter: RowFilter): readonly CallRow[] {
    const {
      states = ['awaiting', 'unknown_outcome'],
      createdBefore = Infinity,
      expiresBefore,
      after,
      limit = 50,
    } = filter;
    const fits = (row: CallRow): boolean =>
      states.includes(row.state) &&
      row.createdAt < createdBefore &&
      (expiresBefore === undefined || (row.expiresAt !== null && row.expiresAt < expiresBefore)) &&
      !(filter.isDecidable === true && row.kind === 'program' && row.state === 'awaiting') &&
      (filter.contents === undefined || filter.contents.includes(row.content)) &&
      EQUAL.every((name) => filter[name] === undefined || filter[name] === row[name]) &&
      (after === undefined || compare(row, after) > 0);
    return [...this.rows.values()].filter(fits).sort(compare).slice(0, Math.min(limit, MOST_ROWS));
  }

  /** Returns rows that no process works on. See `CallLedger.abandoned`. */
  abandoned(options: Parameters<CallLedger['abandoned']>[0]): readonly CallRow[] {
    const { now, idleSince, limit, after, calls } = options;
    const isAbandoned = (row: CallRow): boolean => {
      if (calls === 'background' && (row.state === 'approved' || !isBackground(row))) return false;
      if (row.state === 'running') return isOver(row, now);
      return (row.state === 'approved' || row.state === 'queued') && row.updatedAt <= idleSince;
    };
    const isAfter = (row: CallRow): boolean => after === undefined || comparePositions(positionOf(row), after) > 0;
    return [...this.rows.values()]
      .filter((row) => isAbandoned(row) && isAfter(row))
      .sort((one, other) => comparePositions(positionOf(one), positionOf(other)))
      .slice(0, limit);
  }

  /** Saves a run. See `CallLedger.saveRun`. */
  saveRun(run: SavedRun, version: number): boolean {
    if ((this.runs.get(runName(run))?.version ?? 0) !== version) return false;
    this.runs.set(runName(run), { ...run, version: version + 1 });
    return true;
  }

  /** Returns a saved run. */
  getRun(run: RunRef): StoredRun | undefined {
    return this.runs.get(runName(run));
  }

  /** Deletes what has ended. See `CallLedger.prune`. */
  prune({ before, limit }: { readonly before: number; readonly limit: number }): number {
    const ended = [...this.rows.values()].filter((row) => FINAL_STATES.has(row.state) && row.updatedAt < before);
    for (const row of ended.slice(0, limit)) this.rows.delete(callName(row));
    const left = Math.max(0, limit - ended.length);
    const inUse = new Set([...this.rows.values()].map(runName));
    const unused = [...this.runs.values()].filter((run) => run.updatedAt < before && !inUse.has(runName(run)));
    for (const run of unused.slice(0, left)) this.runs.delete(runName(run));
    return Math.min(ended.length, limit) + Math.min(unused.length, left);
  }

  private change(call: CallRef, may: (row: CallRow) => boolean, change: Partial<CallRow>): RowChange {
    const row = this.rows.get(callName(call));
    if (row === undefined || !may(row)) return { changed: false, row };
    const next = { ...row, ...change };
    this.put(next, row);
    return { changed: true, row: next };
  }

  private put(row: CallRow, before: CallRow | undefined): void {
    this.rows.set(callName(row), row);
    for (const listener of this.listeners) listener(row, before);
  }
}

const EQUAL = ['key', 'tenantId', 'userId', 'tool', 'kind', 'runId', 'callId'] as const;

function holds(row: CallRow, { attempt, lease }: CallLease): boolean {
  return row.state === 'running' && row.attempt === attempt && row.lease === lease;
}

function isBackground({ kind, request, call }: CallRow): boolean {
  return kind === null && request === null && call.includes(BACKGROUND_MARK);
}

function isOver({ leaseUntil }: CallRow, now: number): boolean {
  return leaseUntil !== null && leaseUntil < now;
}

type Place = Pick<CallRow, 'createdAt' | 'key'>;

function compare(one: Place, other: Place): number {
  return comparePositions({ since: one.createdAt, key: one.key }, { since: other.createdAt, key: other.key });
}

function comparePositions(one: RowPosition, other: RowPosition): number {
  if (one.since !== other.since) return one.since - other.since;
  return one.key === other.key ? 0 : one.key < other.key ? -1 : 1;
}
