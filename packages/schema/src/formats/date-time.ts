import { isDate } from './date.js';
import { isTime } from './time.js';

/** Nearly every date-time: all days but 29 February, no leap second, capitals. */
const USUAL =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * A date and time with its offset, as RFC 3339 writes it: `2026-01-31T09:00:00Z`. Leap seconds are taken where they
 * can stand; {@link parseDateTime} reads them as the first second of the next minute.
 */
export function isDateTime(text: string): boolean {
  if (USUAL.test(text)) return true;
  const separator = text[10];
  return (separator === 'T' || separator === 't') && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** The instant of a text that {@link isDateTime} accepts; an invalid `Date` for any other. Digits below the millisecond are dropped. */
export function parseDateTime(text: string): Date {
  if (!isDateTime(text)) return new Date(Number.NaN);
  const normal = text.toUpperCase();
  if (normal.slice(17, 19) !== '60') return new Date(normal);
  // A `Date` has no leap second: the second after 23:59:59 is 00:00:00.
  return new Date(Date.parse(`${normal.slice(0, 17)}59${normal.slice(19)}`) + 1000);
}
