import { describe, expect, it } from '@jest/globals';
import { Candidates, describeReceived, nearest } from '../../src/internal.js';

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

  it('answers words in turn and again like a search for one word', () => {
    const names = ['low', 'normal', 'high', 'urgent'];
    const candidates = new Candidates(names);
    const words = ['hgih', 'hgih', 'asap', 'asap', 'urgnt', 'x'.repeat(100), 'x'.repeat(100), 'hgih'];
    expect(words.map((word) => candidates.nearest(word))).toEqual(words.map((word) => nearest(word, names)));
    expect(candidates.nearest('hgih')).toBe('high');
  });

  it('asks each time whether a candidate is probable', () => {
    const candidates = new Candidates(['name']);
    const asked = [true, false, true].map((isProbable) => candidates.nearest('name_of_the_customer', () => isProbable));
    expect(asked).toEqual(['name', undefined, 'name']);
  });

  it('lists the closest first and keeps the order of equally near ones', () => {
    const candidates = new Candidates(['xxxxxxx', 'tool_a', 'tool_b', 'tool_c']);
    expect(candidates.closest('tool_b', 9)).toEqual(['tool_b', 'tool_a', 'tool_c', 'xxxxxxx']);
    expect(candidates.closest('tool_b', 2)).toEqual(['tool_b', 'tool_a']);
  });

  it('finds the same closest ones as a comparison of all', () => {
    const names = Array.from({ length: 400 }, (_, i) => `${VERBS[i % 7]}_${NOUNS[i % 11]}_${i % 13}`);
    for (const word of ['get_invoce_3', 'serach_user', 'delteorder_1', 'listmesage12']) {
      const sorted = names
        .map((name) => ({ name, distance: wholeDistance(plainOf(word), plainOf(name)) }))
        .sort((a, b) => a.distance - b.distance)
        .filter(({ distance }) => distance <= 6)
        .map(({ name }) => name);
      expect(sorted.length).toBeGreaterThan(20);
      expect(new Candidates(names).closest(word, 20)).toEqual(sorted.slice(0, 20));
    }
  });

  it.each(['get_invoce_3', 'weather_forecast_for_city', 'x'.repeat(1000)])(
    'compares few letters of 3,000 names with %.30s',
    (word) => {
      const names = Array.from({ length: 3000 }, (_, i) => `${VERBS[i % 7]}_${NOUNS[i % 11]}_${i}`);
      const candidates = new Candidates(names);
      let readings = 0;
      const restore = countReadings(() => readings++);
      const found = candidates.closest(word, 20);
      restore();
      expect(found).toHaveLength(20);
      // A whole table of one pair of names takes 1,000 readings and more.
      expect(readings).toBeLessThan(names.length * 300);
    },
  );
});

const VERBS = ['get', 'list', 'create', 'update', 'delete', 'search', 'send'];
const NOUNS = ['invoice', 'customer', 'order', 'file', 'message', 'user', 'report', 'task', 'label', 'note', 'page'];

function countReadings(count: () => void): () => void {
  const prototype: { charCodeAt: (this: string, index: number) => number } = String.prototype;
  const { charCodeAt } = prototype;
  prototype.charCodeAt = function (index) {
    count();
    return charCodeAt.call(this, index);
  };
  return () => {
    prototype.charCodeAt = charCodeAt;
  };
}

function plainOf(name: string): string {
  return name.replace(/_/g, '');
}

/** The whole table of distances, without a bound. */
function wholeDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      (table[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped);
    }
  }
  return at(a.length, b.length);
}
