import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { CallOrder } from '../src/call-order.js';

const { signal } = new AbortController();
const call = fc.record({
  keys: fc.array(fc.constantFrom('/', '/a/', '/a/b/', '/ab/', '/c/'), { minLength: 1, maxLength: 2 }),
  changes: fc.boolean(),
  turns: fc.nat(3),
});
const overlap = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

it('lets no call overtake an earlier one that uses the same things, if one of them changes them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 8 }), async (calls) => {
      const order = new CallOrder();
      const ended = new Set<number>();
      await Promise.all(
        calls.map(async (one, index) =>
          order.inTurn(one, signal, async () => {
            for (const [before, other] of calls.slice(0, index).entries()) {
              const isShared = one.keys.some((key) => other.keys.some((their) => overlap(key, their)));
              if (isShared && (one.changes || other.changes)) expect(ended).toContain(before);
            }
            for (let turn = 0; turn < one.turns; turn++) await setImmediate();
            ended.add(index);
          }),
        ),
      );
      expect(ended.size).toBe(calls.length);
    }),
  );
});

it('lets reads run together, and changes of other things', async () => {
  const order = new CallOrder();
  const ends = await Promise.all([
    order.begin({ keys: ['/a/'], changes: false }, signal),
    order.begin({ keys: ['/a/'], changes: false }, signal),
    order.begin({ keys: ['/ab/'], changes: true }, signal),
  ]);
  for (const end of ends) end();
});

it('lets calls of other runs pass a long call, and no call of its own run', async () => {
  const order = new CallOrder();
  const long = await order.begin({ keys: ['/a/'], changes: true, run: '1', isLong: true }, signal);
  (await order.begin({ keys: ['/a/b/'], changes: true, run: '2' }, signal))();
  const cancelled = new AbortController();
  const own = order.begin({ keys: ['/a/b/'], changes: false, run: '1' }, cancelled.signal);
  cancelled.abort(new Error('waited'));
  long();
  await expect(own).rejects.toThrow('waited');
});

it('continues after a call that failed or was cancelled while it waited', async () => {
  const order = new CallOrder();
  const use = { keys: ['/a/'], changes: true };
  const failed = order.inTurn(use, signal, () => Promise.reject(new Error('broken')));
  const cancelled = order.begin(use, AbortSignal.abort(new Error('cancelled')));
  await expect(failed).rejects.toThrow('broken');
  await expect(cancelled).rejects.toThrow('cancelled');
  (await order.begin(use, signal))();
});
