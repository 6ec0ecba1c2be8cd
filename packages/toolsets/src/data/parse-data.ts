import { ModelRetry } from '@haft/core';
import { columnsOf, type DataRow } from './data-row.js';
import { parseCsv } from './parse-csv.js';
import { rowOf } from './row-of.js';

/** A format of tables as text. */
export type DataFormat = 'csv' | 'json' | 'jsonl';

/** Rows read from text. */
export interface ParsedData {
  format: DataFormat;
  /** The first records, at most `limit`. */
  records: DataRow[];
  /** The columns of all records, in the order in which they first occur. */
  columns: string[];
  /** The number of all records. */
  count: number;
}

/**
 * Reads records from text. Values of CSV stay text. One JSON object is one record.
 *
 * @param format - found out from the text unless given
 * @throws {ModelRetry} if the text is not of this format (the message names the line)
 */
export async function parseData(text: string, limit: number, format = formatOf(text)): Promise<ParsedData> {
  const rows = await readRows(text, format);
  return { format, records: rows.slice(0, limit), columns: columnsOf(rows), count: rows.length };
}

/** Text that starts like JSON is JSON, if it is one document, or JSON lines. */
function formatOf(text: string): DataFormat {
  const start = text.trimStart()[0];
  if (start === '[') return 'json';
  if (start !== '{') return 'csv';
  try {
    JSON.parse(text);
    return 'json';
  } catch {
    return 'jsonl';
  }
}

async function readRows(text: string, format: DataFormat): Promise<DataRow[]> {
  if (format === 'csv') return parseCsv(text);
  return format === 'json' ? parseDocument(text) : parseLines(text);
}

function parseDocument(text: string): DataRow[] {
  const document = parseJson(text, 'The content');
  const list: unknown[] = Array.isArray(document) ? document : [document];
  return list.map((record, index) => rowOf(record, `Record ${String(index + 1)}`));
}

function parseLines(text: string): DataRow[] {
  const rows: DataRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const name = `Line ${String(index + 1)}`;
    rows.push(rowOf(parseJson(line, name), name));
  }
  return rows;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ModelRetry(`${name} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
