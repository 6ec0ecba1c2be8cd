/** The times between attempts that https://www.standardwebhooks.com recommends, in milliseconds. */
export const RETRY_AFTER_MS: readonly number[] = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
];

/**
 * Returns the time to the next attempt: up to a tenth more than the schedule, so that events that
 * failed together do not come back together. Undefined after the last attempt.
 *
 * @param attempts - those that failed
 * @param atLeastMs - the time that the receiver asked for
 */
export function nextDelay(schedule: readonly number[], attempts: number, atLeastMs: number): number | undefined {
  const delay = schedule[attempts - 1];
  return delay === undefined ? undefined : Math.round(Math.max(delay * (1 + Math.random() / 10), atLeastMs));
}

/**
 * Returns the time of a header `Retry-After` in milliseconds, at most a day. 0 if there is none.
 */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  const wanted = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wanted) ? 0 : Math.min(Math.max(wanted, 0), A_DAY);
}

const A_DAY = 86_400_000;
