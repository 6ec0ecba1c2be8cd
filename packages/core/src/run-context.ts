import type { ShownPreview } from './preview.js';
import { recogniseCopies } from './recognise-copies.js';
import { NO_CALLS, type RunCalls } from './run-calls.js';
import { NO_LEDGER, type RunLedger } from './run-ledger.js';
import type { RunRetries } from './run-retries.js';

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
  /** How often this tool failed in this run, and how often the model may correct it. */
  abstract readonly retries: RunRetries;
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

  /** The calls of the run: makes calls inside this call, counts them, and stops later ones. */
  get calls(): RunCalls {
    return NO_CALLS;
  }

  /** The row of this call in the ledger. */
  get ledger(): RunLedger {
    return NO_LEDGER;
  }

  /** Reports the progress of the call to the host. Any JSON value. */
  abstract report(progress: unknown): void;
  /** Sends the host a custom event. */
  abstract emit(event: unknown): void;
}

recogniseCopies(RunContext, 'RunContext');
