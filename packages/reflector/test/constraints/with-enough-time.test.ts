import { withEnoughTime } from '../../src/constraints/patterns/with-enough-time.js';

/** A check that needs 3,000 ms of a processor, of which this process gets a share. */
function checkedWith(share: number, needed = 3000): { readonly result: string | undefined; readonly limits: number[] } {
  let cpu = 0;
  const limits: number[] = [];
  const ask = (limit: number): string | undefined => {
    limits.push(limit);
    cpu += Math.min(needed, limit * share);
    return limit * share >= needed ? 'vulnerable' : undefined;
  };
  return { result: withEnoughTime(ask, 5000, () => cpu), limits };
}

test('an expression is judged alike on a busy machine', () => {
  expect(checkedWith(1)).toEqual({ result: 'vulnerable', limits: [5000] });
  expect(checkedWith(0.2)).toEqual({ result: 'vulnerable', limits: [5000, 20_000] });
});

test('an expression that is too complex is tried once on a quiet machine', () => {
  expect(checkedWith(1, Infinity)).toEqual({ result: undefined, limits: [5000] });
});

test('the number of trials is limited on a machine that does nothing', () => {
  expect(checkedWith(0)).toEqual({ result: undefined, limits: [5000, 20_000, 80_000] });
});
