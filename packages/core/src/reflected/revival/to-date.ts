import { isDate, parseDateTime } from '@haft/schema/formats';

/** Returns midnight (UTC) of a text of format `date`, or undefined if the text is invalid. */
export function toDate(text: string): Date | undefined {
  return isDate(text) ? new Date(text) : undefined;
}

/** Returns the instant of a text of format `date-time`, or undefined if the text is invalid. */
export function toDateTime(text: string): Date | undefined {
  const date = parseDateTime(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
