import { tableText } from '../readable/table-text.js';
import type { DataRow } from './data-row.js';

/** Records for a model. */
export interface ReadableRecords {
  readonly columns: readonly string[];
  readonly records: readonly DataRow[];
  /** The number of all records. */
  readonly count: number;
  /** Whether all values are text. Otherwise, text that looks like another value has quotes. */
  readonly isTyped: boolean;
  /** The format, for the heading. */
  readonly kind?: string;
}

/** Characters that a model reads. */
const MOST_CHARACTERS = 90_000;

/** Writes a heading with the number of records, then CSV. */
export function recordsText({ columns, count, kind, ...table }: ReadableRecords, most = Infinity): string {
  const named = columns.map((name) => ({ name }));
  const { text, shown } = tableText({ ...table, columns: named }, { rows: most, characters: MOST_CHARACTERS });
  const all = `${String(count)} ${count === 1 ? 'record' : 'records'}`;
  const heading = `${shown < count ? `${String(shown)} of ${all}` : all}${kind === undefined ? '' : ` (${kind})`}`;
  return columns.length === 0 ? `${heading}.` : `${heading}:\n${text}`;
}
