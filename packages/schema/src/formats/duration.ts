const WEEKS = /^P\d+W$/;
const PARTS = /^P(?:(\d+Y)?(\d+M)?(\d+D)?)(?:T(\d+H)?(\d+M)?(\d+S)?)?$/;

/**
 * Returns whether a string is a duration as in appendix A of RFC 3339: `P1DT12H`. Requires whole
 * numbers and no gap between two units.
 */
export function isDuration(text: string): boolean {
  if (WEEKS.test(text)) return true;
  const match = PARTS.exec(text);
  if (match === null || text.endsWith('P') || text.endsWith('T')) return false;
  const [, years, months, days, hours, minutes, seconds] = match;
  return !leavesGap(years, months, days) && !leavesGap(hours, minutes, seconds);
}

/** Returns whether the first and the last unit are present and the middle one is absent. */
function leavesGap(first?: string, middle?: string, last?: string): boolean {
  return first !== undefined && middle === undefined && last !== undefined;
}
