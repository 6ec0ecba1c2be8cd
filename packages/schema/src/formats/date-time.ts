import { flawOfDate, isDate } from './date.js';
import { isTime } from './time.js';

/** Matches nearly every date-time: capitals, no 29 February, no leap second. */
const USUAL =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Returns whether a string is a date and time with an offset as in RFC 3339:
 * `2026-01-31T09:00:00Z`. Accepts leap seconds at the end of a day in UTC. {@link parseDateTime}
 * reads them as the first second of the next minute.
 */
export function isDateTime(text: string): boolean {
  if (USUAL.test(text)) return true;
  const separator = text[10];
  return (separator === 'T' || separator === 't') && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** Tells that an invalid date-time names no day of the calendar, or has no offset. */
export function flawOfDateTime(text: string): string | undefined {
  if (isDateTime(`${text}Z`)) return 'without a time zone';
  return /^.{10}[Tt]/.test(text) ? flawOfDate(text.slice(0, 10)) : undefined;
}

/**
 * Reads a string that {@link isDateTime} accepts. Returns an invalid `Date` for other strings.
 * Drops digits below the millisecond.
 */
export function parseDateTime(text: string): Date {
  if (!isDateTime(text)) return new Date(Number.NaN);
  const normal = text.toUpperCase();
  if (normal.slice(17, 19) !== '60') return new Date(normal);
  // A `Date` does not have leap seconds: 00:00:00 follows 23:59:59.
  return new Date(Date.parse(`${normal.slice(0, 17)}59${normal.slice(19)}`) + 1000);
}
