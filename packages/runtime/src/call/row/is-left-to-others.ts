import type { Call } from '../call.js';

/** Returns whether another process continues a call: it took the row over, or this one stops. */
export function continuesElsewhere(call: Call): boolean {
  return call.stored.row?.isLost === true || isLeftToOthers(call);
}

/** Returns whether this process stops a background call, so that another one executes it again. */
export function isLeftToOthers({ stored, stopped }: Call): boolean {
  return stored.background === 'execute' && stopped?.why === 'ended';
}
