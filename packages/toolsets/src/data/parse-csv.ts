import { ModelRetry } from '@haft/core';
import { emptyRow, type DataRow } from './data-row.js';
import { splitPlainCsv } from './split-plain-csv.js';

/** Separators other than the comma that spreadsheets write. */
const OTHER_SEPARATORS = [';', '\t', '|'];

/**
 * Reads CSV text (RFC 4180) whose first line has the column names. A semicolon, tab or bar
 * separates the fields if the first line contains no comma. Values stay text. A column without a
 * name is `column_{n}`, a repeated name gets a number, and fields beyond the names are kept in
 * columns of their own.
 *
 * @throws {ModelRetry} if the text is not CSV (the message names the line)
 */
export async function parseCsv(text: string): Promise<DataRow[]> {
  const separator = separatorOf(text);
  const lines = splitPlainCsv(text, separator) ?? (await splitCsv(text, separator));
  const [header = [], ...records] = lines;
  const widest = records.reduce((width, record) => Math.max(width, record.length), header.length);
  const columns = columnNames(header, widest);
  return records.map((record) => {
    const row = emptyRow();
    record.forEach((value, index) => (row[columns[index] ?? ''] = value));
    return row;
  });
}

async function splitCsv(text: string, separator: string): Promise<string[][]> {
  const { CsvError, parse } = await import('csv-parse/sync');
  try {
    return parse(text, { bom: true, delimiter: separator, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) throw new ModelRetry(`The content is not valid CSV: ${error.message}`);
    throw error;
  }
}

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const firstLine = end === -1 ? text : text.slice(0, end);
  if (firstLine.includes(',')) return ',';
  return OTHER_SEPARATORS.find((separator) => firstLine.includes(separator)) ?? ',';
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
