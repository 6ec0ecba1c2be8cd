import type { Call } from '../call.js';

/** Returns whether a call is to be executed after it is answered. */
export function isForBackground({ optional, state: { planned } }: Call): boolean {
  if (optional.background === 'execute' || optional.reentry !== undefined) return false;
  return optional.background === 'queue' || planned.tool.settings.background !== undefined;
}
