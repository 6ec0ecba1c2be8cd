import type { DeferralRequest, FailureReason, HaftError, Logger, Repair, ToolOutcome } from '@haft/core';
import type { Issue } from '@haft/schema';
import type { DecisionEvent } from './decision-event.js';

interface EventFacts {
  readonly runId: string;
  readonly callId: string;
  /** The tool's name as the run shows it. */
  readonly tool: string;
}

/** A line that a tool wrote. */
export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly details?: object | undefined;
}

/** What a host can be told while a run goes on, by `onEvent` of `createRuntime` and `startRun`. For developers: no model sees any of it. */
export type RunEvent =
  /** Arguments were mended before they were accepted. */
  | (EventFacts & { readonly type: 'repaired'; readonly repairs: readonly Repair[] })
  /** The model was asked to correct itself; `attempt` counts from 0. */
  | (EventFacts & { readonly type: 'retry'; readonly attempt: number; readonly issues: readonly Issue[] })
  /** The retry budget of the tool is used up. */
  | (EventFacts & { readonly type: 'exhausted'; readonly attempt: number; readonly issues: readonly Issue[] })
  /** The tool threw something that the model is not shown; `errorId` stands in the model's text. */
  | (EventFacts & { readonly type: 'exception'; readonly errorId: string; readonly error: unknown })
  /** The tool threw an error that `mapErrors` knows; the model reads what the mapping wrote. */
  | (EventFacts & { readonly type: 'mapped'; readonly status: 'retry' | 'failed'; readonly error: unknown })
  /** The call was answered already (deadline, cancellation) when this came; it was dropped. */
  | (EventFacts & { readonly type: 'late'; readonly status: ToolOutcome['status'] })
  /** The call waits for a person or another system. */
  | (EventFacts & { readonly type: 'deferred'; readonly request: DeferralRequest })
  /** Somebody decided about a deferred call: one for every decision, also for a refused one. */
  | DecisionEvent
  /** `run.report(progress)` of a tool, or a value that its generator yielded. */
  | (EventFacts & { readonly type: 'progress'; readonly progress: unknown })
  /** A line that a tool wrote to `run.logger`; the runtime's logger has it too. */
  | (EventFacts & { readonly type: 'log' } & LogLine)
  /** `run.emit(event)` of a tool. */
  | (EventFacts & { readonly type: 'custom'; readonly event: unknown })
  /** The call was not made: a limit, a closed tool, a run that was stopped. One event for each, whether it waited before or not. */
  | (EventFacts & {
      readonly type: 'refused';
      readonly status: ToolOutcome['status'];
      /** Of a call that failed. */
      readonly reason?: FailureReason;
    })
  /** Something that was made for the run could not be ended properly. It belongs to no call; without a run, it was made for all runs. */
  | (EventFacts & { readonly type: 'disposal'; readonly error: HaftError })
  /** An interceptor answered instead of the tool. */
  | (EventFacts & {
      readonly type: 'skipped';
      readonly status: ToolOutcome['status'];
      /** The class of the interceptor. */
      readonly skippedBy: string;
    });

/** Listens to a run. What it throws is logged and otherwise ignored. */
export type RunEventListener = (event: RunEvent) => void;
