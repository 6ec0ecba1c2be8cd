import { tableText } from './table-text.js';

/**
 * Writes a JSON value for a model: a text as it is, records with the same columns as CSV, anything
 * else as JSON.
 */
export function valueText(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  if (!areRecords(value)) return JSON.stringify(value);
  const columns = Object.keys(value[0] ?? {}).map((name) => ({ name }));
  const most = { rows: Infinity, characters: Infinity };
  const { text } = tableText({ columns, records: value, isTyped: false }, most);
  return `${String(value.length)} records:\n${text}`;
}

/** The least records for which the heading is shorter than the repeated names. */
const LEAST_RECORDS = 3;

function areRecords(value: unknown): value is Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value) || value.length < LEAST_RECORDS) return false;
  const columns = columnsOf(value[0]);
  return columns !== undefined && columns !== '' && value.every((one) => columnsOf(one) === columns);
}

/** Returns the columns of an object whose values are neither lists, objects nor null. */
function columnsOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isFlat = Object.values(value).every((one) => typeof one !== 'object');
  return isFlat ? JSON.stringify(Object.keys(value)).slice(1, -1) : undefined;
}
