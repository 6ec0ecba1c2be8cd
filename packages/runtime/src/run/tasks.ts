import type { ToolOutcome } from '@haft/core';
import type { Decision } from '../call/deferral/decision.js';
import type { CallState } from '@haft/core/internal';
import type { PendingCall } from './pending/pending-calls.js';
import type { RunOptions } from './run-options.js';
import type { Run } from './run.js';

/** A background call: how far it is, the decisions that it waits for, and its outcome. */
export interface Task extends Omit<PendingCall, 'state' | 'request' | 'arguments' | 'outcome' | 'expiresAt'> {
  readonly state: CallState;
  /** The last progress that the tool reported with `run.report`. */
  readonly progress?: unknown;
  /** The calls whose requests are open: the task itself, or its inner calls. */
  readonly requests: readonly PendingCall[];
  /** The outcome, if the task has ended. */
  readonly outcome?: ToolOutcome;
  /** ISO time. */
  readonly updatedAt: string;
}

/**
 * The owner of a task: a run of the user, or the options of one. Without a `userId`, a task belongs
 * to the run with the same id. If that id contains a random UUID, the key alone proves the owner.
 */
export type TaskOwner<Deps = unknown> = RunOptions<Deps> | Run;

/**
 * The background calls of a ledger, in all processes: `runtime.tasks`. Each method returns
 * undefined if the owner has no such task, or not the permission for its tool any longer.
 */
export interface Tasks<Deps = unknown> {
  /** Returns a task. */
  get(key: string, owner: TaskOwner<Deps>): Promise<Task | undefined>;
  /**
   * Cancels a task. One in progress ends by its signal, in whichever process has it. Does nothing
   * if the task has ended.
   *
   * @returns the task after that
   */
  cancel(key: string, owner: TaskOwner<Deps>): Promise<Task | undefined>;
  /**
   * Decides an open request of a task, as `runtime.pending.decide` does, and lets the task continue
   * in the background.
   *
   * @param request - the id of the request, of `task.requests`
   * @returns the task after that
   * @throws {HaftError} `HAFT_UNKNOWN_DECISION` if the task has no such open request
   * @throws {HaftError} `HAFT_DECISION_USED`, `HAFT_REQUEST_EXPIRED`, `HAFT_WRONG_DECISION_KIND`,
   *   `HAFT_INVALID_DECISION`
   */
  decide(key: string, request: string, decision: Decision, owner: TaskOwner<Deps>): Promise<Task | undefined>;
}
