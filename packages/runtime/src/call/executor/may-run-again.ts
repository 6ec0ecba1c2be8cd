import type { AnyTool } from '@haft/compose';

/** Returns whether a second execution of a tool does no harm. */
export function mayRunAgain({ settings, definition: { hints } }: AnyTool): boolean {
  return hints?.readOnly === true || hints?.idempotent === true || settings.effect?.replays === true;
}
