import type { DeferralRequest, FailureReason, HaftError, Logger, ParentCall, Repair, ToolOutcome } from '@haft/core';
import type { Issue } from '@haft/schema';
import type { DecisionEvent } from './decision-event.js';

/** The facts that all events of a call have. */
export interface EventFacts {
  readonly runId: string;
  readonly callId: string;
  /** Name that the run shows to the model. */
  readonly tool: string;
  /** The call that made this call. Unset for a call of the model. */
  readonly parent?: ParentCall | undefined;
  /**
   * Set if the model called the tool with `call_tool`. Not set when a call continues, such as after
   * an approval: then it is a call of the tool itself.
   */
  readonly via?: 'call_tool' | undefined;
}

/** A log line of a tool. */
export interface LogLine {
  /** Method of the logger. */
  readonly level: keyof Logger;
  /** Text of the line. */
  readonly message: string;
  /** Data of the line. */
  readonly details?: object | undefined;
}

/** The facts of a call that the model must correct. */
export interface Correction {
  /** Number of earlier failures of the tool. Counts from 0. */
  readonly attempt: number;
  /** The problems of invalid arguments. Empty for a `ModelRetry` without issues. */
  readonly issues: readonly Issue[];
  /** The text that the model reads, without values that `redact` hides from events. */
  readonly text: string;
}

/** The time of an event. */
export interface EventTime {
  /** When Haft told the event, in milliseconds since the epoch, with a fraction. */
  readonly at: number;
}

/** An event before Haft tells it. An event from another process has its time there. */
export type UntimedEvent = Partial<EventTime> &
  /** Haft repaired the arguments. */
  (
    | (EventFacts & { readonly type: 'repaired'; readonly repairs: readonly Repair[] })
    /** The model must correct the call. */
    | (EventFacts & { readonly type: 'retry' } & Correction)
    /** The retry budget of the tool is used up. */
    | (EventFacts & { readonly type: 'exhausted' } & Correction)
    /** The tool threw an unexpected error. The model reads only its `errorId`. */
    | (EventFacts & { readonly type: 'exception'; readonly errorId: string; readonly error: unknown })
    /** The tool threw an error that `mapErrors` maps. The model reads the text of the mapping. */
    | (EventFacts & { readonly type: 'mapped'; readonly status: 'retry' | 'failed'; readonly error: unknown })
    /** A result came after the answer of its call (deadline, cancellation). Haft dropped it. */
    | (EventFacts & { readonly type: 'late'; readonly status: ToolOutcome['status'] })
    /** The call waits for a person or another system. */
    | (EventFacts & {
        readonly type: 'deferred';
        readonly request: DeferralRequest;
        /** All requests of a call whose inner calls wait. */
        readonly requests?: readonly DeferralRequest[];
      })
    /** A decision about a deferred call, also a refused one. */
    | DecisionEvent
    /** `run.report(progress)` of a tool, or a value that its generator yielded. */
    | (EventFacts & { readonly type: 'progress'; readonly progress: unknown })
    /** A line that a tool wrote to `run.logger`. The logger of the runtime gets it too. */
    | (EventFacts & { readonly type: 'log' } & LogLine)
    /** `run.emit(event)` of a tool. */
    | (EventFacts & { readonly type: 'custom'; readonly event: unknown })
    /** The call was not made because of a limit, the state of its tool or a stopped run. */
    | (EventFacts & {
        readonly type: 'refused';
        readonly status: ToolOutcome['status'];
        /** Reason if `status` is `failed`. */
        readonly reason?: FailureReason;
      })
    /** A disposer failed. `callId` and `tool` are empty. For a singleton, `runId` is empty too. */
    | (EventFacts & { readonly type: 'disposal'; readonly error: HaftError })
    /**
     * `can` threw or did not answer, so that Haft takes its answer as no. `callId` is empty, and so
     * is `tool`. For a guard with `@HidesTools`, `tool` is its tool and `permission` is empty.
     */
    | (EventFacts & { readonly type: 'permission'; readonly permission: string; readonly error: unknown })
    /** An interceptor answered the call instead of the tool. */
    | (EventFacts & {
        readonly type: 'skipped';
        readonly status: ToolOutcome['status'];
        /** Class name of the interceptor. */
        readonly skippedBy: string;
      })
  );

/** An event for `onEvent` of `createRuntime` and `startRun`. A model never sees it. */
export type RunEvent = UntimedEvent & EventTime;

/** A listener to a run. If it throws or rejects, the logger gets the error. */
export type RunEventListener = (event: RunEvent) => void;
