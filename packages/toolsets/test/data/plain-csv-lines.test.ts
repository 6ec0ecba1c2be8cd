import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { plainCsvLines } from '../../src/data/plain-csv-lines.js';

const standard = (text: string, delimiter: string): string[][] =>
  parse(text, {
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
const splitPlainCsv = (text: string, separator: string): string[][] | undefined =>
  text.includes('"') ? undefined : [...plainCsvLines(text)].map((line) => line.split(separator));

describe('plainCsvLines', () => {
  it('gives the fields of csv-parse, or leaves the text to it [TOOL-16]', () => {
    let split = 0;
    const piece = fc.constantFrom(
      'a',
      'b c',
      ' ',
      '',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      '\r\n',
      '\r',
      '\uFEFF',
      '"',
      '1.5',
      '\u00E4',
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(',', ';', '\t', '|'), (csv, separator) => {
        const fields = splitPlainCsv(csv, separator);
        if (fields === undefined) return;
        split += 1;
        expect(fields).toEqual(standard(csv, separator));
      }),
      { numRuns: 3_000 },
    );
    expect(split).toBeGreaterThan(200);
  });

  it.each([
    'a,b\n1,2\n\n3\n',
    'a,b\r\n1,2\r\n',
    'a\r\n1\n2',
    'a\n1\r\n2',
    'a\r1\n2',
    'a\r1\r',
    '\uFEFFa\n1',
    '',
    'a',
    ',\n,',
    ' \na',
  ])('splits %j [TOOL-16]', (csv) => {
    expect(splitPlainCsv(csv, ',')).toEqual(standard(csv, ','));
  });
});
