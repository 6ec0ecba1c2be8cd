import { isDate, parseDateTime } from '@haft/schema';

/** Midnight (UTC) of a text of format `date`; undefined when it is none. */
export function toDate(text: string): Date | undefined {
  return isDate(text) ? new Date(text) : undefined;
}

/** The instant of a text of format `date-time`; undefined when it is none. */
export function toDateTime(text: string): Date | undefined {
  const date = parseDateTime(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
