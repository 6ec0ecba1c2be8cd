const WEEKS = /^P\d+W$/;
const PARTS = /^P(?:(\d+Y)?(\d+M)?(\d+D)?)(?:T(\d+H)?(\d+M)?(\d+S)?)?$/;

/** A length of time, as appendix A of RFC 3339 writes it: `P1DT12H`. Whole numbers, and no unit left out between two others. */
export function isDuration(text: string): boolean {
  if (WEEKS.test(text)) return true;
  const match = PARTS.exec(text);
  if (match === null || text.endsWith('P') || text.endsWith('T')) return false;
  const [, years, months, days, hours, minutes, seconds] = match;
  return !leavesGap(years, months, days) && !leavesGap(hours, minutes, seconds);
}

/** The first and the last are there, what lies between is not. */
function leavesGap(first?: string, middle?: string, last?: string): boolean {
  return first !== undefined && middle === undefined && last !== undefined;
}
