import type { ToolDefinition } from '@haft/core';
import type { ConnectionOptions } from 'bullmq';
import type { FleetConnection } from '../connection/fleet-connection.js';
import type { FleetOptions } from '../sender/fleet-options.js';
import type { FleetWorkerOptions, WorkerRuntime } from '../worker/worker-options.js';

/** The connection of a fleet in a Nest application. */
interface ConnectionFacts {
  /**
   * The connection of the fleet, or the one of `BullModule.forRoot`: a client of ioredis is shared,
   * and options of a client create one that ends with the application.
   */
  readonly connection: FleetConnection | ConnectionOptions;
}

/** The options of a fleet in a Nest application. */
export interface FleetModuleFacts extends ConnectionFacts, Omit<FleetOptions, 'connection'> {}

/** The parts of a runtime that a worker in a Nest application needs. */
export interface FleetWorkerRuntime<Deps = unknown> extends WorkerRuntime<Deps> {
  startRun(): AsyncDisposable & { definitions(): Promise<readonly ToolDefinition[]> };
}

/** The options of a worker in a Nest application. */
export interface FleetWorkerFacts<Deps = unknown>
  extends ConnectionFacts, Omit<FleetWorkerOptions<Deps>, 'connection' | 'runtime' | 'tools'> {
  /** The runtime with the tools. `HAFT_RUNTIME` of `@haft/nestjs` injects it. */
  readonly runtime: FleetWorkerRuntime<Deps>;
  /** The definitions of the tools that this worker executes. Default: all of the runtime. */
  readonly tools?: readonly ToolDefinition[];
  /**
   * How long calls in progress may take when the application ends, in milliseconds. Default:
   * 10,000.
   */
  readonly graceMs?: number;
}
