import type { Call } from '../call.js';

/** Notes that the method of a call begins, so that it may take effect. */
export function markBegun({ stored: { row }, run }: Call): void {
  if (row !== undefined) row.hasBegun = true;
  const { remote } = run.factsFromOutside ?? {};
  if (remote !== undefined) remote.execution.hasBegun = true;
}
