import { ApprovalRequired, CallDeferred, CallSuspended } from '@haft/core';

/** Returns whether an error defers the call to a person or to another system. */
export function asksToWait(error: unknown): boolean {
  return error instanceof ApprovalRequired || error instanceof CallDeferred || error instanceof CallSuspended;
}
