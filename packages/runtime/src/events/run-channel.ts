/** A message of the channel `haft:run` of node:diagnostics_channel. */
export interface RunMessage {
  /** Whether the run starts, or continues after a pause, or ends. */
  readonly type: 'start' | 'resume' | 'end';
  /** The runtime of the run. Compare it with yours. */
  readonly runtime: object;
  readonly runId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  /** Milliseconds since the epoch, with a fraction. */
  readonly at: number;
}

/** Publishes the starts and ends of all runs of the process. It is free without a subscriber. */
export const runChannel = process.getBuiltinModule('node:diagnostics_channel').channel('haft:run');
