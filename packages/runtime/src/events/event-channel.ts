import type { RunEvent } from './run-event.js';

/** A message of the channel `haft:event` of node:diagnostics_channel. */
export interface EventMessage {
  /** The runtime of the run. Compare it with yours. */
  readonly runtime: object;
  /** The user of the run: two users may have runs with the same id. */
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  /** The event that `onEvent` gets too. */
  readonly event: RunEvent;
}

/** Publishes the events of all runs of the process. Without a subscriber it costs nothing. */
export const eventChannel = process.getBuiltinModule('node:diagnostics_channel').channel('haft:event');
