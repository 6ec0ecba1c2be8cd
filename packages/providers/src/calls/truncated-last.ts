import type { IdentifiedCall } from '../model-turn.js';

/**
 * The calls of a turn that was stopped before its end: nobody can say whether the last one is whole, even when its arguments read
 * so. Those before it are, since a model writes one after the other.
 *
 * @param isLast - whether the turn ends with a call, and not with something that the model wrote after it
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
