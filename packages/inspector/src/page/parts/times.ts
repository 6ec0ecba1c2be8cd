/** Returns a duration in milliseconds for a person. */
export function duration(ms: number): string {
  if (ms < 1) return `${(ms * 1000).toFixed(0)} µs`;
  if (ms < 1_000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Returns the time of the day. */
export function clock(at: number): string {
  return new Date(at).toLocaleTimeString();
}
