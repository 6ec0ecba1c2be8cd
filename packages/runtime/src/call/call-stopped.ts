/**
 * The reason why a call was answered before its tool returned, as `reason` of the signal of the
 * call. Compare it by identity, not by name.
 */
export class CallStopped extends Error {
  /** The name of the class. */
  override readonly name = 'CallStopped';
  constructor(
    /** The deadline passed, the call was cancelled, or the run ended. */
    readonly why: 'deadline' | 'cancelled' | 'ended',
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
