import type { Issue, JsonSchemaObject, JsonValue, Path } from '@haft/schema';
import type { DeferralKind } from './deferral-request.js';
import type { ToolOutcome } from './tool-outcome.js';

/** Options of a call that a tool makes inside its own call. */
export interface InnerCallOptions {
  /**
   * The retry budget that failures spend. `run`: the budget of the tool, which the model shares.
   * `own`: a separate budget that ends with the outer call. Default: `run`.
   */
  readonly budget?: 'run' | 'own' | undefined;
  /** Interrupts the inner call. The end of the outer call always does. */
  readonly signal?: AbortSignal | undefined;
  /** The place of the call in your program, such as a step or a line. People see it in requests. */
  readonly place?: JsonValue | undefined;
}

/** Options of calls that a tool makes inside its own call. */
export interface InnerBatchOptions extends Omit<InnerCallOptions, 'place'> {
  /** The place of each call in your program, in the order of the calls. */
  readonly places?: readonly (JsonValue | undefined)[] | undefined;
  /** How many calls run at a time. Default: `limits.concurrency.batch` of the runtime. */
  readonly concurrency?: number | undefined;
}

/**
 * Calls whose limits were checked together. Start each when you know its arguments. At most
 * `concurrency` calls run at a time, in the order in which you start them. A `@Sequential` tool
 * waits for the calls before it and holds the calls after it.
 */
export interface CallBatch {
  /**
   * Starts a call. Start each call once.
   *
   * @param index - position of the call in the batch
   * @param args - the arguments. Default: those of the call in the batch
   * @returns the outcome. A call that the limits rejected returns its outcome immediately.
   */
  start(index: number, args?: unknown): Promise<ToolOutcome>;
  /** Settles the retry budgets. Calls that you did not start no longer count for limits. */
  end(): void;
}

/** A value in the arguments that is not known yet. */
export interface Hole {
  /** The place of the value in the arguments. */
  readonly path: Path;
  /** The schema of the value, if you know it. */
  readonly schema?: JsonSchemaObject | undefined;
}

/** Options of {@link RunCalls.check}. */
export interface CheckOptions {
  /** The values that are not known yet. Haft reports no other problem at these places. */
  readonly holes?: readonly Hole[] | undefined;
}

/** The answer to the question whether a call would be accepted. */
export interface CallCheck {
  /** Whether the call passes steps 1 to 4: find, admit, parse, check. */
  readonly status: 'fits' | 'refused';
  /** The name of the tool in the run. For an unknown name, the name of the call. */
  readonly tool: string;
  /** The text that a model would read. Empty if the call fits. */
  readonly text: string;
  /** The problems as data. */
  readonly issues: readonly Issue[];
  /**
   * The first decision that the call waits for. `unknown` if it depends on a value that is not
   * known yet.
   */
  readonly waitsFor: DeferralKind | 'unknown' | undefined;
}

/** The state of a suspended call that is entered again, as the tool reads it. */
export interface ResumedCallState {
  /** The state that the tool gave to `CallSuspended`. */
  readonly state: JsonValue;
  /**
   * The outcomes of its inner calls, by call id. A call that still waits is `deferred`: give it to
   * the next `CallSuspended`, and do not make it again.
   */
  readonly outcomes: Readonly<Record<string, ToolOutcome>>;
}
