import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import type { CallOptions, Run } from '@haft/runtime';
import type { ErrorStatus } from '../outcome-status.js';

/** An outcome that needs no person. */
export type EndedOutcome = Exclude<ToolOutcome, DeferredOutcome>;

/** The parts of a request that depend on its method: `tools/call`, `resources/read` and so on. */
export interface CallForm<Result> {
  /** The name and the arguments that an answer to a question is bound to. */
  readonly subject: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> | undefined };
  /** The sentence that asks for the same request again. */
  readonly again: string;
  /** The URI of the resource, for spans. */
  readonly uri?: string;
  /**
   * Makes the call.
   *
   * @param options - undefined in a run of the request, which has its own signal and listener
   */
  make(run: Run, options: CallOptions | undefined): Promise<ToolOutcome>;
  /** Returns the answer for an outcome, or throws the error of the protocol. */
  conclude(run: Run, outcome: EndedOutcome): Result | Promise<Result>;
  /** Returns the answer for a call without a result, or throws the error of the protocol. */
  refuse(status: ErrorStatus, text: string): Result;
}
