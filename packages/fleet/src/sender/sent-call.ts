import type { ToolOutcome } from '@haft/core';
import type { ExecuteOptions, PlainCall } from '@haft/runtime';

/** A call whose job has not ended. */
export interface SentCall {
  readonly call: PlainCall;
  readonly jobId: string;
  readonly options: ExecuteOptions;
  readonly sentAt: number;
  /** Whether the job was added again after the queue had lost it. */
  wasLost: boolean;
  /** Whether a worker may have begun it, and died. Set when it is cancelled. */
  mayHaveBegun?: boolean;
  readonly resolve: (outcome: ToolOutcome) => void;
  readonly reject: (error: Error) => void;
}
