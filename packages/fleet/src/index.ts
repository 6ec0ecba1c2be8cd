/*
 * Calls that worker processes execute, over Redis or Postgres: the sender, the worker and the
 * timer.
 */

export type { CreatePool, FleetConnection, FleetPool } from './connection/fleet-connection.js';
export { migrateFleet } from './connection/migrate-fleet.js';
export { fleet, type Fleet } from './sender/fleet.js';
export type { QueueMetrics } from './sender/queue-metrics.js';
export type { FleetOptions } from './sender/fleet-options.js';
export {
  fleetTimer,
  type FleetTimer,
  type FleetTimerOptions,
  type TimedSlot,
  type TimedWork,
} from './timer/fleet-timer.js';
export { startWorker, type FleetWorker } from './worker/start-worker.js';
export type { FleetWorkerOptions, WorkerRuntime } from './worker/worker-options.js';
