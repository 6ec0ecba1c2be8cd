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
  const lines = text.includes('"') ? await quotedCsv(text, separator) : await plainCsv(text, separator, turns);
  const [header = [], ...records] = lines;
  const widest = records.reduce((width, record) => Math.max(width, record.length), 0);
  refuseColumns('The content', Math.max(header.length, widest));
  const columns = columnNames(header, widest);
  const rows: DataRow[] = [];
  for (const record of records) {
    if (turns.isOver) await turns.pass();
    const row = emptyRow();
    record.forEach((value, index) => (row[columns[index] ?? ''] = value));
    rows.push(row);
  }
  return { rows, columns };
}

async function plainCsv(text: string, separator: string, turns: Turns): Promise<string[][]> {
  const split: string[][] = [];
  for (const line of plainCsvLines(text)) {
    if (turns.isOver) await turns.pass();
    split.push(line.split(separator));
  }
  return split;
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

/** Makes the names unique and adds names for fields beyond the header. */
function columnNames(header: readonly string[], count: number): string[] {
  const taken = new Set<string>();
  const repeated = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const given = header[index]?.trim() ?? '';
    const name = given === '' ? `column_${String(index + 1)}` : given;
    let unique = name;
    for (let number = repeated.get(name) ?? 2; taken.has(unique); number += 1) {
      unique = `${name}_${String(number)}`;
      repeated.set(name, number + 1);
    }
    taken.add(unique);
    return unique;
  });
}
