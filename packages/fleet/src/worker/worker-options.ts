import type { Logger, ToolDefinition } from '@haft/core';
import type { CallLedger, ExecutedOutcome, PlainCall, UntimedEvent } from '@haft/runtime';
import type { FleetConnection } from '../connection/fleet-connection.js';

/** The parts of a runtime that a worker needs. */
export interface WorkerRuntime<Deps = unknown> {
  /** Executes a call that another process accepted. Checks arguments and approval again. */
  executeCall(
    call: PlainCall,
    options: {
      readonly deps?: Deps;
      readonly attempt: number;
      /** Whether a worker before this one died or was stopped. The call may have taken effect. */
      readonly isRecovered: boolean;
      /** Interrupts the call. The outcome tells what became of its method. */
      readonly signal: AbortSignal;
      /** Aborts when the worker ends, which does not wait for the method. */
      readonly stopSignal: AbortSignal;
      readonly onEvent: (event: UntimedEvent) => void;
    },
  ): Promise<ExecutedOutcome>;
}

/** Options of `startWorker`. */
export interface FleetWorkerOptions<Deps = unknown> {
  /** A runtime with the tools. It needs no executor. */
  readonly runtime: WorkerRuntime<Deps>;
  readonly connection: FleetConnection;
  /** The definitions of the tools that this worker executes, such as `await run.definitions()`. */
  readonly tools: readonly ToolDefinition[];
  /**
   * The beginning of the names of the queues. Senders and workers need the same. Default: `haft`.
   */
  readonly prefix?: string;
  /** The queues of `@Background({ queue })` that this worker serves. Default: `['default']`. */
  readonly queues?: readonly string[];
  /** Calls of one tool at a time. `concurrency.runtime` of the runtime limits all. Default: 10. */
  readonly concurrency?: number;
  /** The `deps` of the run of a call. Default: undefined. */
  readonly deps?: (call: PlainCall) => Deps | Promise<Deps>;
  /** The ledger of the senders. Background calls need it. Default: none. */
  readonly ledger?: CallLedger;
  /** Largest outcome, in bytes of JSON. Default: 1,000,000. */
  readonly maxResultBytes?: number;
  /**
   * How long a worker holds a job without a sign of life, in milliseconds. Another worker takes it
   * over after at most this time and `stalledCheckMs`. Default: 30,000.
   */
  readonly lockMs?: number;
  /**
   * How often workers look for jobs of dead workers, in milliseconds. Default: half of `lockMs`.
   */
  readonly stalledCheckMs?: number;
  /** Receives problems of jobs and of the connection. Default: `console`. */
  readonly logger?: Logger;
}
