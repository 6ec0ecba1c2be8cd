import type { Call } from '../call.js';

/** Returns whether this process stops a background call, so that another one executes it again. */
export function isLeftToOthers({ stored, stopped }: Call): boolean {
  return stored.background === 'execute' && stopped?.why === 'ended';
}
