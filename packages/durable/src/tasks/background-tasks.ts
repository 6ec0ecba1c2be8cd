import type { DeferralKind, ToolOutcome } from '@haft/core';
import type { CallState } from '@haft/runtime';

/** The tenant and the user of a task. Other users do not see it. Empty if there is none. */
export interface TaskOwner {
  readonly tenantId: string;
  readonly userId: string;
  /** The run that asks. Without a user, it sees its own tasks, and those with unguessable ids. */
  readonly runId: string;
}

/** How far a background call is. */
export interface TaskStatus {
  readonly task: string;
  readonly tool: string;
  readonly status: CallState;
  /** The number of attempts that began. */
  readonly attempts: number;
  /** The last progress that the tool reported. */
  readonly progress?: unknown;
  /** The requests that wait for a decision. A model reads no facts for the approver. */
  readonly waitsFor?: readonly { readonly kind: DeferralKind; readonly tool: string }[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** The end of a background call, if it has ended. */
export interface TaskResult {
  readonly status: CallState;
  readonly outcome?: ToolOutcome;
}

/**
 * The background calls of a ledger. Each method returns undefined if the owner has no such task.
 */
export interface BackgroundTasks {
  /** Returns how far a task is. */
  statusOf(task: string, owner: TaskOwner): Promise<TaskStatus | undefined>;
  /** Returns the end of a task. Waits for it, at most this time. */
  resultOf(
    task: string,
    owner: TaskOwner,
    wait: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<TaskResult | undefined>;
  /** Cancels a task, and returns its state after that. */
  cancel(task: string, owner: TaskOwner): Promise<{ readonly task: string; readonly status: CallState } | undefined>;
}
