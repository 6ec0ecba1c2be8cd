import type { Call } from '@haft/runtime/internal';

/** Returns whether the ledger has a row for this call. */
export function needsRow({ state: { planned }, stored, origin }: Call): boolean {
  if (planned.hasRow || stored.row?.lease !== undefined) return true;
  // After a crash, the outer tool runs again, and calls that ended must not.
  const isReplayed = origin.parent?.state.planned.tool.settings.effect?.replays === true;
  return isReplayed && planned.tool.definition.hints?.readOnly !== true;
}
