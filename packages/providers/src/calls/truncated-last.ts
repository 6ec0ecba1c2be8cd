import type { IdentifiedCall } from '../model-turn.js';

/**
 * Marks the last call of a turn that was stopped early as truncated, because it may be incomplete
 * even if its arguments look complete. A model writes calls one after the other, so the earlier
 * ones are complete.
 *
 * @param isLast - whether the turn ends with a call, and not with something after it
 */
export function truncatedLast(
  calls: readonly IdentifiedCall[],
  stopped: string | undefined,
  isLast = true,
): readonly IdentifiedCall[] {
  const last = calls.at(-1);
  if (stopped === undefined || !isLast || last === undefined) return calls;
  return [...calls.slice(0, -1), { ...last, truncated: true }];
}
