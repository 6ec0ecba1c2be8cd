import type { DeferralRequest, ToolOutcome } from '@haft/core';
import type { Decision } from '../../call/deferral/decision.js';
import type { CallState } from '@haft/core/internal';
import type { RowFilter } from '../../ledger/call-ledger.js';
import type { RunOptions } from '../run-options.js';

/** A call that waits for a decision in the ledger. */
export interface PendingCall {
  /** The key of the call in the ledger. */
  readonly key: string;
  readonly runId: string;
  readonly callId: string;
  readonly tenantId?: string;
  readonly userId?: string;
  readonly tool: string;
  /** `awaiting`, or `unknown_outcome` if it is not known whether the call took effect. */
  readonly state: CallState;
  /**
   * The request to decide. Undefined for a call that needed no decision and whose end is unknown.
   */
  readonly request?: DeferralRequest;
  /** The arguments, without sensitive ones. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The number of attempts that began. */
  readonly attempts: number;
  /** The outcome that the model gets or got, for a call that has ended. */
  readonly outcome?: ToolOutcome;
  /** ISO time. */
  readonly createdAt: string;
  /** ISO time. */
  readonly expiresAt?: string;
}

/** Options of {@link PendingCalls.list}. `after` is the `next` of the page before. */
export interface PendingFilter extends Omit<RowFilter, 'after' | 'createdBefore' | 'expiresBefore' | 'isDecidable'> {
  readonly after?: string;
  /** Only calls that have waited for at least this time, in milliseconds. */
  readonly olderThanMs?: number;
}

/** A page of calls that wait, oldest first. */
export interface PendingPage {
  readonly calls: readonly PendingCall[];
  /** Give it as `after` for the next page. Undefined on the last page. */
  readonly next?: string;
}

/** Limits a key to the calls of a tenant, of a user, or of both. */
export interface PendingOwner {
  readonly tenantId?: string;
  readonly userId?: string;
}

/** Options of {@link PendingCalls.decide}. */
export interface DecideOptions<Deps = unknown> extends Pick<
  RunOptions<Deps>,
  'deps' | 'metadata' | 'permissions' | 'signal' | 'onEvent'
> {
  /**
   * Whether the call is executed here and now. Otherwise it stays `approved`, and
   * `runtime.recover()` of some process executes it. Default: true.
   */
  readonly execute?: boolean;
  /**
   * The id of the request that the person saw. A decision about an earlier request of the call is
   * refused, for example if another person changed the arguments meanwhile. Default: the decision
   * is about the request that is open now.
   */
  readonly request?: string;
  /** Only a call of this owner. Default: a call of any owner. */
  readonly owner?: PendingOwner;
}

/** The keys of the calls that `retire` has ended. */
export interface RetiredCalls {
  /** Calls that never began. */
  readonly cancelled: readonly string[];
  /** Calls whose process died, so that it is not known whether they took effect. */
  readonly unknown: readonly string[];
}

/** The calls that wait for decisions in the ledger of the runtime: `runtime.pending`. */
export interface PendingCalls<Deps = unknown> {
  /** Returns a page of calls, oldest first. */
  list(filter?: PendingFilter): Promise<PendingPage>;
  /**
   * Returns one call. Undefined if there is none.
   *
   * @param owner - only a call of this owner. Default: a call of any owner
   */
  get(key: string, owner?: PendingOwner): Promise<PendingCall | undefined>;
  /**
   * Decides about one call, and executes it. Only one of several processes decides. If this runtime
   * lacks the tool, the decision counts as with `execute: false`. A call that was decided and whose
   * tool this runtime lacks can still be denied before it begins.
   *
   * @returns the outcome. It is `deferred` if the call asks again, or is executed later.
   * @throws {HaftError} `HAFT_UNKNOWN_DECISION` if there is no such call
   * @throws {HaftError} `HAFT_DECISION_USED` if another decision was first, or if the call has
   *   another request than `options.request`
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` if only the missing tool can check the decision
   * @throws {HaftError} `HAFT_REQUEST_EXPIRED`, `HAFT_WRONG_DECISION_KIND`, `HAFT_INVALID_DECISION`
   */
  decide(key: string, decision: Decision, options?: DecideOptions<Deps>): Promise<ToolOutcome>;
  /**
   * Ends all open calls of a tool that no process has: calls that never began are
   * cancelled, and the end of calls whose process died is unknown. Calls in progress continue.
   * Without it, such calls stay as they are, for a process that has the tool.
   */
  retire(tool: string): Promise<RetiredCalls>;
}
