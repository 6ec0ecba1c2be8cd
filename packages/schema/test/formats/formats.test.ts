import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { FORMATS, parseDateTime } from '../../src/index.js';

const suite = new URL('../../../../../shared/suites/json-schema-test-suite/draft2020-12.json', import.meta.url);

interface Group {
  readonly description: string;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** Tests of the suite that the table decides differently, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  hostname: 'A label that begins with xn-- is not decoded: Haft has no tables of IDNA 2008.',
};

const groupsOf = (name: string): readonly Group[] => {
  const { files } = JSON.parse(readFileSync(suite, 'utf8')) as { files: Record<string, readonly Group[]> };
  return files[`optional/format/${name}`] ?? [];
};

describe('FORMATS', () => {
  it.each([...FORMATS])('%s accepts its own example', (_name, { test, example }) => {
    expect(test(example)).toBe(true);
  });

  it.each([...FORMATS].filter(([name]) => name !== 'regex'))(
    '%s takes time linear in the text',
    (_name, { test, example }) => {
      // The processor's time: how busy the machine is does not count.
      const started = process.cpuUsage();
      for (const piece of ['a', '1', '-', '.', ':', '%41', 'a.', '1-', '\\', '"', '@']) {
        test(piece.repeat(50_000));
        test(`${example}${piece.repeat(50_000)}!`);
        test(`a@${piece.repeat(50_000)}!`);
        test(`http://${piece.repeat(50_000)} `);
      }
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
    },
  );

  const present = existsSync(suite);
  if (!present) console.warn('The JSON Schema test suite is not beside this repository: its formats are not tested.');
  (present ? describe : describe.skip)('against the JSON Schema test suite', () => {
    it.each([...FORMATS.keys()])('%s', (name) => {
      const wrong = groupsOf(name)
        .flatMap((group) => group.tests)
        .filter(({ data, valid }) => typeof data === 'string' && FORMATS.get(name)?.test(data) !== valid)
        .filter(({ data }) => !(name in DIFFERENT && /xn--/i.test(String(data))));
      expect(wrong).toEqual([]);
    });
  });
});

describe('parseDateTime', () => {
  it.each([
    ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
    ['1963-06-19t08:30:06.283185z', '1963-06-19T08:30:06.283Z'],
    ['1990-12-31T15:59:50.123-08:00', '1990-12-31T23:59:50.123Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['1998-12-31T15:59:60.123-08:00', '1999-01-01T00:00:00.123Z'],
  ])('reads %s', (text, iso) => {
    expect(parseDateTime(text).toISOString()).toBe(iso);
  });

  it('reads what is no date-time as an invalid date', () => {
    expect(parseDateTime('2026-01-31').getTime()).toBeNaN();
  });
});
