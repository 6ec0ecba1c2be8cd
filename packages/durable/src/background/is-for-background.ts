import type { Call } from '@haft/runtime/internal';

/** Returns whether a call is to be executed after it is answered. */
export function isForBackground({ stored, decided, state: { planned } }: Call): boolean {
  if (stored.background === 'execute' || decided.reentry !== undefined) return false;
  return stored.background === 'queue' || planned.tool.settings.background !== undefined;
}
