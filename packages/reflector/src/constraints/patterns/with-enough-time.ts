/** The longest time limit in multiples of the first one. */
const MOST = 16;

/**
 * Asks again with four times the limit if the time was over before the processor worked for it:
 * other processes of a busy machine had the processor, and must not change the result.
 *
 * @param ask - gets the limit in milliseconds of wall time. Returns undefined if it was too short.
 * @param cpuMs - the milliseconds that the processor worked for this process
 */
export function withEnoughTime<Result>(
  ask: (timeoutMs: number) => Result | undefined,
  timeoutMs: number,
  cpuMs: () => number,
): Result | undefined {
  for (let limit = timeoutMs; ; limit *= 4) {
    const before = cpuMs();
    const result = ask(limit);
    const hasWorked = cpuMs() - before >= timeoutMs * 0.8;
    if (result !== undefined || hasWorked || limit >= timeoutMs * MOST) return result;
  }
}
