import type { Call } from '../call.js';

/** Notes that the method of a call begins, so that it may take effect. */
export function markBegun(call: Call): void {
  call.hasBegun = true;
  const { remote } = call.run.factsFromOutside ?? {};
  if (remote !== undefined) remote.execution.hasBegun = true;
}

/** Returns whether the method of a call never began, also not before a suspension or a crash. */
export function neverBegan({ hasBegun, decided, stored }: Call): boolean {
  return !hasBegun && decided.reentry === undefined && stored.row?.isRecovered !== true;
}
