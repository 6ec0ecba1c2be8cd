import type { CallDetail } from '../history/call-record.js';
import { literal } from './code-of-value.js';

/** Writes assertions. */
export interface Assertions {
  /** Returns code that compares two values. */
  readonly equal: (actual: string, expected: string) => string;
  /** Returns code that tests a text with a pattern. */
  readonly match: (actual: string, pattern: string) => string;
}

/**
 * Returns code that expects a text. The time of the call and ids differ each time, so that any may
 * be in their place.
 */
export function expectedText(text: string, call: CallDetail, { equal, match }: Assertions, actual: string): string {
  const parts = text.split(changing(call));
  if (parts.length === 1) return equal(actual, literal(text));
  return match(actual, `/^${parts.map(escaped).join('[^]+?')}$/`);
}

/** Returns a pattern for the times of a day, and for ids. */
function changing({ startedAt, callId, runId }: CallDetail): RegExp {
  const day = new Date(startedAt).toISOString().slice(0, 10);
  const time = `${day}(?:T[\\d:.]+(?:Z|[+-][\\d:]+)?)?`;
  return new RegExp([time, UUID, escaped(callId), escaped(runId)].filter((one) => one !== '').join('|'), 'i');
}

const UUID = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}';

function escaped(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replace(/[\n\r\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
