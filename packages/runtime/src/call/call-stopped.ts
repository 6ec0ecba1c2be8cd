/** Why something answered for a tool that had not answered: the `reason` of the call's signal. Compared by identity, never by name. */
export class CallStopped extends Error {
  override readonly name = 'CallStopped';
  constructor(
    readonly why: 'deadline' | 'cancelled' | 'ended',
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
