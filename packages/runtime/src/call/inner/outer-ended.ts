import type { Call } from '../call.js';
import { CallStopped } from '../call-stopped.js';

/** Returns the reason that interrupts the inner calls of an answered call. */
export function outerEnded({ stopped, name }: Call): CallStopped {
  return stopped ?? new CallStopped('ended', `The call of '${name}' that made this call has ended.`);
}
