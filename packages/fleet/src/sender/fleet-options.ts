import type { Logger, ToolDefinition } from '@haft/core';
import type { FleetConnection } from '../connection/fleet-connection.js';
import type { Link } from '../connection/link.js';

/** Options of `fleet`. */
export interface FleetOptions {
  readonly connection: FleetConnection;
  /**
   * The beginning of the names of the queues. Senders and workers need the same. Default: `haft`.
   */
  readonly prefix?: string;
  /** Whether workers execute a tool. Default: all tools. */
  readonly tools?: (tool: ToolDefinition) => boolean;
  /**
   * Calls of one tool that may wait. A call over it fails with a text for the model. A background
   * call that was approved always waits. Default: 10,000.
   */
  readonly maxWaiting?: number;
  /**
   * Calls of one tool that this process has in the queue or in progress. More calls wait in this
   * process, and tenants get turns in rotation. Default: 1,000.
   */
  readonly maxInFlight?: number;
  /** Receives problems of the connection. Default: `console`. */
  readonly logger?: Logger;
}

/** The options with their defaults. */
export interface FleetSettings {
  readonly link: Link;
  readonly prefix: string;
  readonly maxWaiting: number;
  readonly maxInFlight: number;
  readonly cancelChannel: string;
  readonly logger: Logger;
}
