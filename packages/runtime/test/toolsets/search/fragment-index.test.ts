import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { FragmentIndex } from '../../../src/toolsets/search/fragment-index.js';

const BOOSTS = [2, 1];
const fragment = fc.constantFrom('read', 'write', 'file', 'order', 'mail');
const field = fc.array(fragment, { maxLength: 6 });
const texts = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 12 });
const query = fc.uniqueArray(fragment, { minLength: 1 });

function indexOf(all: readonly (readonly (readonly string[])[])[]): FragmentIndex {
  const index = new FragmentIndex(BOOSTS);
  all.forEach((fragments, id) => {
    index.add(id, fragments);
  });
  return index;
}

/** Returns the scores of MiniSearch, which multiplies them by the number of matching terms. */
function scoresOfMiniSearch(
  all: readonly (readonly (readonly string[])[])[],
  wanted: readonly string[],
): ReadonlyMap<number, number> {
  const index = new MiniSearch<{ id: number; first: string; second: string }>({
    fields: ['first', 'second'],
    tokenize: (text) => text.split('\n').filter((one) => one !== ''),
    processTerm: (term) => term,
  });
  index.addAll(
    all.map(([first = [], second = []], id) => ({ id, first: first.join('\n'), second: second.join('\n') })),
  );
  const found = index.search(wanted.join('\n'), { bm25: { k: 2, b: 0.6, d: 0 }, boost: { first: 2 } });
  return new Map(found.map(({ id, score, queryTerms }) => [id as number, score / Math.sqrt(queryTerms.length)]));
}

describe('an index of fragments', () => {
  it('scores as MiniSearch does, apart from the number of matching fragments', () => {
    fc.assert(
      fc.property(texts, query, (all, wanted) => {
        const found = indexOf(all).scores(wanted);
        const expected = scoresOfMiniSearch(all, wanted);
        expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [id, score] of found) expect(score).toBeCloseTo(expected.get(id) ?? NaN, 9);
      }),
    );
  });

  it('scores some texts as it scores them among all', () => {
    fc.assert(
      fc.property(texts, query, fc.uniqueArray(fc.nat(11)), (all, wanted, ids) => {
        const index = indexOf(all);
        const among = [...index.scores(wanted)].filter(([id]) => ids.includes(id));
        const byId = (one: readonly [number, number], other: readonly [number, number]): number => one[0] - other[0];
        expect([...index.scores(wanted, ids)].sort(byId)).toEqual(among.sort(byId));
      }),
    );
  });
});
