import { recogniseCopies } from './recognise-copies.js';
import type { RunUsage } from './run-usage.js';
import type { ToolDefinition } from './tool-definition.js';

/** What a decision said about a deferred call that now runs. */
export interface Approval {
  readonly requestId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Where a tool writes lines for the developer. `console` fits. */
export interface Logger {
  debug(message: string, details?: object): void;
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
}

/**
 * What a tool may know of its run and its call. A parameter of this type, at any position, is given by Haft;
 * a model neither sees nor sets it. Immutable.
 *
 * A class, not an interface, so that it can stand in a decorated signature and be a token of the container.
 *
 * @typeParam Deps - the run's dependencies, as given to `startRun({ deps })`
 */
export abstract class RunContext<Deps = unknown> {
  /** What the host gave to `startRun({ deps })`. */
  abstract readonly deps: Deps;
  abstract readonly runId: string;
  /** Who the run is for, as given to `startRun({ userId })`. */
  abstract readonly userId: string | undefined;
  /** What the host gave to `startRun({ metadata })`. */
  abstract readonly metadata: Readonly<Record<string, unknown>>;
  /** Aborted when the call's deadline passes, when the run is cancelled, or when it ends. */
  abstract readonly signal: AbortSignal;
  abstract readonly logger: Logger;
  /** Values that live as long as the run; shared by its calls. */
  abstract readonly state: Map<string, unknown>;

  abstract readonly callId: string;
  abstract readonly toolName: string;
  /** How many times this tool failed in this run in a way that the model was asked to correct; 0 at first. */
  abstract readonly attempt: number;
  /** How many corrections the model may try in all. */
  abstract readonly maxRetries: number;
  /** After this attempt a `ModelRetry` becomes a failure. */
  abstract readonly lastAttempt: boolean;
  /** The end of the call's time, in milliseconds since the epoch; undefined without a deadline. */
  abstract readonly deadline: number | undefined;
  /** Set when the call runs after an approval. */
  abstract readonly approval: Approval | undefined;
  /** The same for the same call of the same run, also after a restart; never from the model. */
  abstract readonly idempotencyKey: string;

  /** What the run has used up by now, and what is left. A context that no run made has used nothing. */
  get usage(): RunUsage {
    return NO_USAGE;
  }

  /** The tools that the model can call now. */
  abstract tools(): readonly ToolDefinition[];
  /** Tells the host how far the call is; any JSON value. */
  abstract report(progress: unknown): void;
  /** Sends the host an event of the tool's own. */
  abstract emit(event: unknown): void;
  /** Lets the calls that run finish, and answers every later one with `reason`. */
  abstract halt(reason: string): void;
}

recogniseCopies(RunContext, 'RunContext');

const NO_USAGE: RunUsage = Object.freeze({
  calls: 0,
  callsLeft: undefined,
  toolCalls: 0,
  toolCallsLeft: undefined,
});
