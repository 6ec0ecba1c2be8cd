const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether a string is a day of the calendar as in RFC 3339: `2026-01-31`. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const month = Number(match[2]);
  const day = Number(match[3]);
  const last = month === 2 && isLeapYear(Number(match[1])) ? 29 : DAYS[month];
  return last !== undefined && day >= 1 && day <= last;
}

/** Tells that a text of the right form names no day of the calendar: `2026-02-30`. */
export function flawOfDate(text: string): string | undefined {
  return DATE.test(text) && !isDate(text) ? 'there is no such day' : undefined;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
