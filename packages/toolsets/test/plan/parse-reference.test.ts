import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseReference } from '../../src/plan/references/parse-reference.js';

describe('a reference', () => {
  it.each([
    ['search', 'search', []],
    ['search.items', 'search', ['items']],
    ['search.items.0.name', 'search', ['items', '0', 'name']],
    ['search.items[0].name', 'search', ['items', '0', 'name']],
    ["search['a.b']", 'search', ['a.b']],
    ['search["a.b"].c', 'search', ['a.b', 'c']],
    ["search.items.['a.b'].c", 'search', ['items', 'a.b', 'c']],
    [String.raw`search['it\'s \\ here']`, 'search', [String.raw`it's \ here`]],
    ["search['']", 'search', ['']],
    ['search.first name', 'search', ['first name']],
    ['search.__proto__.constructor', 'search', ['__proto__', 'constructor']],
  ])('%s names a step and keys [PLAN-2]', (text, id, keys) => {
    expect(parseReference(text)).toEqual({ id, keys });
  });

  it.each([
    '',
    '.',
    '.items',
    'search.',
    'search..a',
    'search[',
    'search[]',
    "search['a",
    'search[a]',
    'search]',
    'a b',
  ])('has another form than %j [PLAN-2]', (text) => {
    expect(parseReference(text)).toBeUndefined();
  });

  it('can name any key [PLAN-2]', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (keys) => {
        const quoted = keys.map((key) => `['${key.replaceAll(/['\\]/g, String.raw`\$&`)}']`);
        expect(parseReference(`a${quoted.join('')}`)).toEqual({ id: 'a', keys });
      }),
    );
  });

  it.each([
    ['dots', `a${'.b'.repeat(130_000)}`],
    ['a long key', `a['${'b'.repeat(260_000)}']`],
    ['an open quotation', `a['${String.raw`\'`.repeat(130_000)}`],
    ['open brackets', `a${'['.repeat(260_000)}`],
  ])('is read in linear time if it is 256 kB of %s [PLAN-2]', (_, text) => {
    // A quadratic reader needs minutes for it.
    expect([undefined, 'a']).toContain(parseReference(text)?.id);
  });
});
