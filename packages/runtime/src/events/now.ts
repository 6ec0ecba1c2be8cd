/** Returns the time in milliseconds since the epoch, with a fraction. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
