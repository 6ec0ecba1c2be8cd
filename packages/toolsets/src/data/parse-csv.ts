import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { ModelRetry } from '@haft/core';
import type { Turns } from '../turns.js';
import { emptyRow, refuseColumns, type DataRow, type ReadRows } from './data-row.js';
import { plainCsvLines } from './plain-csv-lines.js';

/** Separators other than the comma that spreadsheets write. */
const OTHER_SEPARATORS = [';', '\t', '|'];

/**
 * Reads CSV text (RFC 4180) whose first line has the column names. A semicolon, tab or bar
 * separates the fields if the first line contains no comma outside of quotes. Values stay text. A
 * column without a name is `column_{n}`, a repeated name gets a number, and fields beyond the names
 * are kept in columns of their own.
 *
 * @throws {ModelRetry} if the text is not CSV (the message names the line), or has too many columns
 */
export async function parseCsv(text: string, turns: Turns): Promise<ReadRows> {
  const separator = separatorOf(text);
  const table = new CsvTable();
  // No list of all lines: the collector of garbage would move them in one turn.
  for (const fields of text.includes('"') ? await quotedCsv(text, separator) : plainCsv(text, separator)) {
    if (turns.isOver) await turns.pass();
    table.add(fields);
  }
  return table;
}

/** Rows with the names of the first line. */
class CsvTable implements ReadRows {
  readonly rows: DataRow[] = [];
  readonly columns: string[] = [];
  private readonly names = new ColumnNames();
  private hasNames = false;

  add(fields: readonly string[]): void {
    refuseColumns('The content', fields.length);
    while (this.columns.length < fields.length)
      this.columns.push(this.names.next(this.hasNames ? '' : (fields[this.columns.length] ?? '')));
    if (this.hasNames) {
      const row = emptyRow();
      fields.forEach((value, index) => (row[this.columns[index] ?? ''] = value));
      this.rows.push(row);
    }
    this.hasNames = true;
  }
}

function* plainCsv(text: string, separator: string): Generator<string[], void> {
  for (const line of plainCsvLines(text)) yield line.split(separator);
}

async function quotedCsv(text: string, separator: string): Promise<string[][]> {
  const { CsvError, parse } = await import('csv-parse');
  const records: string[][] = [];
  const parser = parse({
    bom: true,
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  parser.on('data', (record: string[]) => records.push(record));
  try {
    await pipeline(piecesOf(Buffer.from(text)), parser);
  } catch (error) {
    if (error instanceof CsvError) throw new ModelRetry(`The content is not valid CSV: ${error.message}`);
    throw error;
  }
  return records;
}

/** Lets other work run between two pieces. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    await setImmediate();
  }
}

const PIECE_BYTES = 16_384;

/** Returns the separator in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const found = new Set<string>();
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted) found.add(character);
  }
  return [',', ...OTHER_SEPARATORS].find((separator) => found.has(separator)) ?? ',';
}

/** Makes names unique, and names columns without one. */
class ColumnNames {
  private readonly taken = new Set<string>();
  private readonly repeated = new Map<string, number>();

  /** @param given - the name of the next column in the content */
  next(given: string): string {
    const name = given.trim() === '' ? `column_${String(this.taken.size + 1)}` : given.trim();
    let unique = name;
    for (let number = this.repeated.get(name) ?? 2; this.taken.has(unique); number += 1) {
      unique = `${name}_${String(number)}`;
      this.repeated.set(name, number + 1);
    }
    this.taken.add(unique);
    return unique;
  }
}
