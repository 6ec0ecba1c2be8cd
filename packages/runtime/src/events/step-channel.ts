/**
 * The steps of a call in their order. `gates` is the wait for other calls, `interceptors` is the
 * time before the first step that they let through.
 */
export type StepName =
  | 'find'
  | 'admit'
  | 'gates'
  | 'interceptors'
  | 'parse'
  | 'check'
  | 'revive'
  | 'rules'
  | 'decide'
  | 'cache'
  | 'resolve'
  | 'execute'
  | 'encode'
  | 'record';

/** A message of the channel `haft:step` of node:diagnostics_channel, when a step begins. */
export interface StepMessage {
  /** The runtime of the run. Compare it with yours. */
  readonly runtime: object;
  readonly runId: string;
  /** The user of the run: two users may have runs with the same id. */
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly callId: string;
  /** Name of the step. An interceptor can repeat steps. */
  readonly step: StepName;
  /** Milliseconds since the epoch, with a fraction. */
  readonly at: number;
}

/**
 * Publishes each step of all calls of the process. With a subscriber, calls take all steps,
 * about twice the time. Without one it costs nothing.
 */
export const stepChannel = process.getBuiltinModule('node:diagnostics_channel').channel('haft:step');
