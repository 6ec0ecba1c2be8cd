import { parseDateTime } from '@haft/schema';

/** The instant of a checked `date-time`, or midnight (UTC) of a checked `date`; undefined when there is no such instant. */
export function toDate(text: string): Date | undefined {
  const date = text.length === 10 ? new Date(text) : parseDateTime(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
