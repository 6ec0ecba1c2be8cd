import type { SuspendedCall } from '../../call/deferral/suspended-call.js';

/** Returns whether a suspended call has outcomes that its tool has not read. */
export function hasUnread({ outcomes, waits }: SuspendedCall): boolean {
  return (
    Object.keys(outcomes).length > 0 || waits.some(({ suspended }) => suspended !== undefined && hasUnread(suspended))
  );
}
