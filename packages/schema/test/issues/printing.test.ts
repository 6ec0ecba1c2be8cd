import { describe, expect, it } from '@jest/globals';
import { describeReceived, hidesValue, nearest, sortedByDistance } from '../../src/index.js';

describe('describeReceived [ERR-6]', () => {
  it.each<[unknown, string]>([
    [500, '500'],
    [-0, '0'],
    ['englisch', '"englisch"'],
    ['a\nb', '"a\\nb"'],
    ['a\u2028b', '"a\\u2028b"'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'nothing'],
    [[], 'an empty array'],
    [[1], 'an array of 1 item'],
    [[1, 2, 3], 'an array of 3 items'],
    [{ a: 1 }, 'an object'],
    [12345678901234567890n, '12345678901234567890'],
    [() => 1, 'a function'],
  ])('%p -> %s', (value, text) => {
    expect(describeReceived(value)).toBe(text);
  });

  it('cuts a long text at a character, and says how long it was', () => {
    const text = describeReceived('😀'.repeat(1000));
    expect(text).toMatch(/^"(😀)+"\.\.\. \(1000 characters\)$/u);
    expect(text.length).toBeLessThanOrEqual(80);
  });

  it('never looks into a value', () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('looked');
        },
        ownKeys: () => {
          throw new Error('looked');
        },
      },
    );
    expect(describeReceived(trap)).toBe('an object');
  });
});

describe('nearest [ERR-7]', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['english', ['en', 'de', 'fr'], 'en'],
    ['serch_web', ['file_read', 'search_web'], 'search_web'],
    ['maxResults', ['max_results'], 'max_results'],
    ['qurey', ['query'], 'query'],
    ['EN', ['en', 'de'], 'en'],
    ['celcius', ['celsius', 'fahrenheit'], 'celsius'],
    ['asc', ['ascending', 'descending'], 'ascending'],
    ['purple', ['red', 'green'], undefined],
    ['weather', ['search_web'], undefined],
    ['', ['a'], undefined],
    ['x', ['y'], undefined],
    ['constructor', ['constructors'], 'constructors'],
    ['x'.repeat(100_000), ['y'], undefined],
  ])('%s', (word, candidates, meant) => {
    expect(nearest(word, candidates)).toBe(meant);
  });

  it('sorts by distance and keeps the order of equally near ones', () => {
    expect(sortedByDistance('tool_b', ['xxxxxxx', 'tool_a', 'tool_b', 'tool_c'])).toEqual([
      'tool_b',
      'tool_a',
      'tool_c',
      'xxxxxxx',
    ]);
  });
});

describe('hidesValue', () => {
  const sensitive = [['password'], ['users', '*', 'token']];
  it.each<[readonly (string | number)[], unknown, boolean, boolean]>([
    [['password'], 'x', false, true],
    [['password', 'inner'], 'x', false, true],
    [['users', 3, 'token'], 'x', false, true],
    [['users', 3, 'name'], 'x', false, false],
    [['users'], '[{"token":1}]', false, true],
    [['users'], [{}], false, false],
    [[], '{"password":"x"}', false, true],
    [[], 1234, false, true],
    [['users'], 1234, false, true],
    [['users'], null, false, false],
    [['pasword'], 'x', true, true],
    [['password'], undefined, false, false],
  ])('%j with %j (undeclared: %s): %s', (path, value, undeclared, hidden) => {
    expect(hidesValue(sensitive, path, value, undeclared)).toBe(hidden);
  });
});
