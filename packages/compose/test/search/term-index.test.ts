import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { TermIndex } from '../../src/search/term-index.js';

type Text = readonly [first: readonly string[], second: readonly string[]];

/** Returns the scores of MiniSearch, which multiplies them by the number of matching terms. */
function scoresOfMiniSearch(texts: readonly Text[], query: readonly string[]): ReadonlyMap<number, number> {
  const index = new MiniSearch<{ id: number; first: string; second: string }>({
    fields: ['first', 'second'],
    tokenize: (text) => text.split('\n').filter((one) => one !== ''),
    processTerm: (term) => term,
  });
  index.addAll(texts.map(([first, second], id) => ({ id, first: first.join('\n'), second: second.join('\n') })));
  const found = index.search(query.join('\n'), { bm25: { k: 2, b: 0.6, d: 0 }, boost: { first: 2 } });
  return new Map(found.map(({ id, score }) => [id as number, score / (found[0]?.score ?? 1)]));
}

it('scores texts as MiniSearch does, as shares of the best score', () => {
  const term = fc.constantFrom('read', 'write', 'file', 'order', 'mail');
  const field = fc.array(term, { maxLength: 6 });
  const texts = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(texts, fc.uniqueArray(term, { minLength: 1 }), (all, query) => {
      const index = new TermIndex({ boosts: [2, 1], saturation: 2, lengthShare: 0.6, breadth: 1 });
      for (const text of all) index.add(text);
      const expected = scoresOfMiniSearch(all, query);
      const weights = new Map(query.map((one) => [one, 1]));
      for (const scores of [index.scores(weights), index.scores(weights)]) {
        for (const [id, score] of scores.entries()) expect(score).toBeCloseTo(expected.get(id) ?? 0, 9);
      }
    }),
  );
});
