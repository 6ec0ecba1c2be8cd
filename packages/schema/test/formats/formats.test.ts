import { describe, expect, it } from '@jest/globals';
import {
  describeSuite,
  JSON_SCHEMA_TEST_SUITE,
  type JsonSchemaTestSuite,
} from '../../../../scripts/suites/public-suite.js';
import { FORMATS, parseDateTime } from '../../src/formats/index.js';

/** Tests of the suite that the table decides differently, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  hostname: 'A label that begins with xn-- is not decoded: Haft has no tables of IDNA 2008.',
};

/** Values near the border of each format: those that fit, and those that do not. */
const BORDER: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  'date-time': [
    ['2024-02-29T23:59:60.1+00:00', '2026-01-31t09:00:00z', '1998-12-31T15:59:60-08:00'],
    [
      '2023-02-29T00:00:00Z',
      '2026-01-31T09:00:00',
      '2026-01-31 09:00:00Z',
      '2026-01-31T24:00:00Z',
      '2026-01-31T09:00Z',
    ],
  ],
  date: [
    ['2024-02-29', '0000-01-01'],
    ['2023-02-29', '2026-13-01', '2026-1-31', '20260131', '2026-01-31Z', '२०२६-०१-३१'],
  ],
  time: [
    ['23:59:59Z', '09:00:00.123+05:30', '23:59:60Z'],
    ['24:00:00Z', '09:00:00', '9:00:00Z', '09:00:60Z', '09:00:00+24:00'],
  ],
  duration: [
    ['P1Y2M3DT4H5M6S', 'PT0S', 'P4W'],
    ['P', 'PT', 'P1', '1D', 'P1DT', 'P1W2D', 'P1D2Y', 'PT1,5S'],
  ],
  email: [
    ['a+b@example.com', '"a b"@example.com', 'a@[127.0.0.1]'],
    [
      'a',
      '@example.com',
      'a@',
      'a b@example.com',
      '.a@example.com',
      'a.@example.com',
      'a..b@example.com',
      'ü@example.com',
    ],
  ],
  'idn-email': [
    ['ü@example.com', 'a@bücher.example'],
    ['a', '@example.com'],
  ],
  hostname: [
    ['a', 'a-b.c', '1.example'],
    ['', '-a.b', 'a-.b', 'a..b', '.a', 'a_b.c', `${'a'.repeat(64)}.b`, 'bücher.example'],
  ],
  ipv4: [
    ['0.0.0.0', '255.255.255.255'],
    ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4 ', '0x1.2.3.4'],
  ],
  ipv6: [
    ['::', '::1', '1::8', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1'],
    ['1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1::2::3', '12345::', '::1%eth0', ':1', '::256.0.0.1'],
  ],
  uri: [
    ['urn:isbn:1', 'http://[::1]:80/?a=b#c', 'mailto:a@b.c', 'urn:a?b=%7B#?'],
    [
      '/path',
      'example.com',
      'http:// a',
      'http://a/{b}',
      'http://a/?{b}',
      'urn:a?b=%7',
      'urn:a#{b}',
      'http://[::1',
      'http://a/%2',
      ':a',
      'http://ü',
    ],
  ],
  'uri-reference': [
    ['', '#a', '../b', '//example.com', 'a?b'],
    ['\\\\host', 'a b', 'a?{b}', '#a\\b', '%zz'],
  ],
  uuid: [
    ['2EB8AA08-AA98-11EA-B4AA-73B441D16380', '00000000-0000-0000-0000-000000000000'],
    ['2eb8aa08aa9811eab4aa73b441d16380', '2eb8aa08-aa98-11ea-b4aa-73b441d1638', '2eb8aa08-aa98-11ea-b4aa-73b441d1638g'],
  ],
  regex: [
    ['', '^[^a]+$', '(?<year>\\d{4})'],
    ['(', '[', 'a{2,1}', '^(abc]'],
  ],
  'json-pointer': [
    ['', '/', '/a~0b/~1/0'],
    ['a', '#/a', '/a~2', '/a~'],
  ],
  byte: [
    ['', 'YQ==', 'YWI=', 'YWJj'],
    ['YQ', 'YQ=', 'Y===', 'YW-j', 'Y Q='],
  ],
  base64: [
    ['', 'YQ==', 'YWI=', 'YWJj'],
    ['YQ', 'YQ=', 'Y===', 'YW-j', 'Y Q='],
  ],
};

describe('FORMATS', () => {
  it.each([...FORMATS])('%s accepts valid texts of its specification, and rejects similar ones', (name, { test }) => {
    const [valid = [], invalid = []] = BORDER[name] ?? [];
    expect(valid.length * invalid.length).toBeGreaterThan(0);
    expect(valid.filter((text) => !test(text))).toEqual([]);
    expect(invalid.filter((text) => test(text))).toEqual([]);
  });

  it.each([...FORMATS])('%s accepts its own example', (_name, { test, example }) => {
    expect(test(example)).toBe(true);
  });

  it.each([...FORMATS].filter(([name]) => name !== 'regex'))(
    '%s takes time linear in the text',
    (_name, { test, example }) => {
      // A test of quadratic time would run for minutes.
      for (const piece of ['a', '1', '-', '.', ':', '%41', 'a.', '1-', '\\', '"', '@']) {
        const long = piece.repeat(500_000);
        for (const text of [long, `${example}${long}!`, `a@${long}!`, `http://${long} `]) {
          expect([true, false]).toContain(test(text));
        }
      }
    },
  );
});

describeSuite<JsonSchemaTestSuite<object>>(
  'FORMATS and the JSON Schema test suite',
  JSON_SCHEMA_TEST_SUITE,
  ({ files }) => {
    it.each([...FORMATS.keys()])('%s', (name) => {
      const wrong = (files[`optional/format/${name}`] ?? [])
        .flatMap((group) => group.tests)
        .filter(({ data, valid }) => typeof data === 'string' && FORMATS.get(name)?.test(data) !== valid)
        .filter(({ data }) => !(name in DIFFERENT && /xn--/i.test(String(data))));
      expect(wrong).toEqual([]);
    });
  },
);

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

  it('reads an invalid date-time as an invalid date', () => {
    expect(parseDateTime('2026-01-31').getTime()).toBeNaN();
  });
});
