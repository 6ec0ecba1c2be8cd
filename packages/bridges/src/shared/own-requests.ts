import type { DeferralRequest } from '@haft/core';

/**
 * Returns the requests of the call that the SDK makes. The user decided about this call, and did
 * not see its inner calls.
 */
export function ownRequests(requests: readonly DeferralRequest[]): readonly DeferralRequest[] {
  return requests.filter(({ parent }) => parent === undefined);
}
