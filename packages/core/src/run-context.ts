import { HaftError } from './errors/haft-error.js';
import type {
  CallBatch,
  CallCheck,
  CheckOptions,
  InnerBatchOptions,
  InnerCallOptions,
  ResumedCallState,
} from './inner-calls.js';
import type { ShownPreview } from './preview.js';
import { recogniseCopies } from './recognise-copies.js';
import type { FoundReference } from './ref.js';
import type { RunUsage } from './run-usage.js';
import type { ToolCall } from './tool-call.js';
import type { ToolDefinition } from './tool-definition.js';
import type { ToolOutcome } from './tool-outcome.js';

/** The decision about a deferred call that now runs. */
export interface Approval {
  /** The id of the request that was decided. */
  readonly requestId: string;
  /** The metadata of the decision. Empty if it has none. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /**
   * The preview that the person saw. Haft compares it directly before the tool runs. A tool can
   * compare it again in its own transaction, and throw `ApprovalRequired` if it has changed.
   */
  readonly preview?: ShownPreview | undefined;
}

/** A log for the developer. `console` works. */
export interface Logger {
  /** Logs details for debugging. */
  debug(message: string, details?: object): void;
  /** Logs normal events. */
  info(message: string, details?: object): void;
  /** Logs a problem that Haft or the tool could handle. */
  warn(message: string, details?: object): void;
  /** Logs a failure. */
  error(message: string, details?: object): void;
}

/**
 * The context of a run and a call. Haft supplies a parameter of this type, at any position. A model
 * neither sees nor sets it. Immutable.
 *
 * A class, not an interface, so that it can be in a decorated signature and a token of the
 * container.
 *
 * @typeParam Deps - the run's dependencies, as given to `startRun({ deps })`
 */
export abstract class RunContext<Deps = unknown> {
  /** The dependencies that the host passed to `startRun({ deps })`. */
  abstract readonly deps: Deps;
  /** The id of the run. */
  abstract readonly runId: string;
  /** The user of the run, from `startRun({ userId })`. */
  abstract readonly userId: string | undefined;
  /** The metadata that the host passed to `startRun({ metadata })`. */
  abstract readonly metadata: Readonly<Record<string, unknown>>;
  /** Aborts when the call's deadline passes or when the run is cancelled or ends. */
  abstract readonly signal: AbortSignal;
  /** The logger of the run. */
  abstract readonly logger: Logger;
  /** Values that live as long as the run. Its calls share them. */
  abstract readonly state: Map<string, unknown>;

  /** The id of the call. */
  abstract readonly callId: string;
  /** The name of the tool in the run. */
  abstract readonly toolName: string;
  /**
   * How many times this tool failed in this run and the model was asked to correct the call. Starts
   * at 0.
   */
  abstract readonly attempt: number;
  /** How many corrections the model may try. */
  abstract readonly maxRetries: number;
  /** Whether a `ModelRetry` becomes a failure after this attempt. */
  abstract readonly lastAttempt: boolean;
  /** The end of the call's time, in milliseconds since the epoch. Undefined without a deadline. */
  abstract readonly deadline: number | undefined;
  /** The approval, if the call runs after one. */
  abstract readonly approval: Approval | undefined;
  /**
   * A key that stays the same for the same call of the same run, also after a restart. Never from
   * the model.
   */
  abstract readonly idempotencyKey: string;

  /** The tenant of the run, from `startRun({ tenantId })`. */
  get tenantId(): string | undefined {
    return undefined;
  }

  /** The usage of the run so far. A context outside a run has used nothing. */
  get usage(): RunUsage {
    return NO_USAGE;
  }

  /**
   * The state of this call, if it was suspended with `CallSuspended` and is entered again. Your
   * tool gets the same arguments as before. Continue from this state.
   */
  get resumed(): ResumedCallState | undefined {
    return undefined;
  }

  /**
   * Executes a call inside this call. All steps and limits apply, but the inner call needs no slot
   * that this call has (`concurrency`, `@CallLimit({ concurrent })`). The end of this call
   * interrupts it. If it is deferred, throw `CallSuspended` to wait for the decision.
   *
   * @param _call - the inner call. Give it an id that is the same when the call is entered again.
   * @param _options - options of the inner call
   * @throws {HaftError} `HAFT_INVALID_OPTION` if this context does not belong to a call in progress
   */
  call(_call: ToolCall, _options?: InnerCallOptions): Promise<ToolOutcome> {
    return Promise.reject(outsideCall('call'));
  }

  /**
   * Executes calls inside this call, like {@link RunContext.call}. Checks the limits of all calls
   * before one starts.
   *
   * @param _calls - the inner calls
   * @param _options - options of all inner calls
   * @returns the outcomes in the order of the calls
   * @throws {HaftError} `HAFT_INVALID_OPTION` if this context does not belong to a call in progress
   */
  callAll(_calls: readonly ToolCall[], _options?: InnerBatchOptions): Promise<readonly ToolOutcome[]> {
    return Promise.reject(outsideCall('callAll'));
  }

  /**
   * Checks the limits of calls inside this call, and returns a batch that starts each call when you
   * ask for it. Use it if a call needs the outcome of another.
   *
   * @param _calls - the inner calls
   * @param _options - options of all inner calls
   * @throws {HaftError} `HAFT_INVALID_OPTION` if this context does not belong to a call in progress
   */
  openBatch(_calls: readonly ToolCall[], _options?: InnerBatchOptions): Promise<CallBatch> {
    return Promise.reject(outsideCall('openBatch'));
  }

  /**
   * Returns whether a call inside this call would be accepted, and the decision that it waits for.
   * Takes steps 1 to 4. Executes, counts and reports nothing.
   *
   * @param _call - the call
   * @param _options - values of the arguments that are not known yet
   * @throws {HaftError} `HAFT_INVALID_OPTION` if this context does not belong to a call in progress
   */
  check(_call: ToolCall, _options?: CheckOptions): Promise<CallCheck> {
    return Promise.reject(outsideCall('check'));
  }

  /**
   * Ends this call in the ledger, inside your own transaction on the database of the ledger. The
   * effect and the end of the call are then committed together, or not at all. Do it last, and
   * return the same value.
   *
   * @param _client - your connection, which has the transaction
   * @param _value - the result of the call
   * @throws {HaftError} `HAFT_LEASE_LOST` if another process took over the call. Let it roll back
   *   your transaction.
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the ledger cannot do this for the call, or if the
   *   value is not a valid result
   */
  settleIn(_client: unknown, _value: unknown): Promise<void> {
    return Promise.reject(outsideCall('settleIn'));
  }

  /**
   * Returns the stored value of a reference, if it belongs to this run or its user. Undefined if it
   * never existed or has expired.
   *
   * @param _id - the id, such as `invoices_1`
   */
  findReference(_id: string): Promise<FoundReference | undefined> {
    return Promise.resolve(undefined);
  }

  /** Returns the tools that the model can call now. */
  abstract tools(): readonly ToolDefinition[];
  /** Reports the progress of the call to the host. Any JSON value. */
  abstract report(progress: unknown): void;
  /** Sends the host a custom event. */
  abstract emit(event: unknown): void;
  /** Lets the calls in progress finish and answers every later one with `reason`. */
  abstract halt(reason: string): void;
}

recogniseCopies(RunContext, 'RunContext');

const NO_USAGE: RunUsage = Object.freeze({
  calls: 0,
  callsLeft: undefined,
  toolCalls: 0,
  toolCallsLeft: undefined,
});

function outsideCall(method: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `RunContext.${method}() needs the context of a call in progress.`, {
    hint: 'Use the RunContext that the tool got, before its call is answered. Elsewhere, use the methods of the run.',
  });
}
