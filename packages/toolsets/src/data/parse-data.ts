import { ModelRetry } from '@haft/core';
import { Turns } from '../turns.js';
import type { DataRow, ReadRows } from './data-row.js';
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
 * Reads records from text. Values of CSV stay text, and so do integers of JSON that no number
 * stands
 * for. One JSON object is one record.
 *
 * @param format - found out from the text unless given
 * @throws {ModelRetry} if the text is not of this format (the message names the line)
 */
export async function parseData(text: string, limit: number, given?: DataFormat): Promise<ParsedData> {
  const turns = new Turns();
  const format = given ?? formatOf(text);
  if (turns.isOver) await turns.pass();
  const { rows, columns } = await readRows(text, format, turns);
  return { format, records: rows.slice(0, limit), columns, count: rows.length };
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

async function readRows(text: string, format: DataFormat, turns: Turns): Promise<ReadRows> {
  if (format === 'csv') return parseCsv(text, turns);
  const columns = new Set<string>();
  const rows: DataRow[] = [];
  for (const { value, name } of format === 'json' ? recordsOf(text) : linesOf(text)) {
    if (turns.isOver) await turns.pass();
    const row = rowOf(value, name);
    for (const column of Object.keys(row)) columns.add(column);
    rows.push(row);
  }
  return { rows, columns: [...columns] };
}

/** A record with its name for messages. */
interface NamedRecord {
  readonly value: unknown;
  readonly name: string;
}

function* recordsOf(text: string): Generator<NamedRecord, void> {
  const document = parseJson(text, 'The content');
  const list: unknown[] = Array.isArray(document) ? document : [document];
  for (const [index, value] of list.entries()) yield { value, name: `Record ${String(index + 1)}` };
}

function* linesOf(text: string): Generator<NamedRecord, void> {
  for (const [index, line] of text.split('\n').entries()) {
    const name = `Line ${String(index + 1)}`;
    if (line.trim() !== '') yield { value: parseJson(line, name), name };
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return LARGE_INTEGER.test(text) ? (JSON.parse(withIntegersAsText(text)) as unknown) : value;
  } catch (error) {
    throw new ModelRetry(`${name} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Writes integers that no number stands for as text, such as ids. The text must be valid JSON. */
function withIntegersAsText(json: string): string {
  return json.replace(STRING_OR_NUMBER, (token) =>
    INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

const LARGE_INTEGER = /\d{16}/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const INTEGER = /^-?\d{16,}$/;
