import { jest } from '@jest/globals';
import { Slots } from '../src/slots.js';

describe('slots', () => {
  it('go to those that wait, in the order of their calls', async () => {
    const slots = new Slots(1);
    const { signal } = new AbortController();
    await slots.take(signal);
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (n) => {
      await slots.take(signal);
      order.push(n);
      slots.give();
    });
    slots.give();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it('are not waited for any longer when the signal aborts', async () => {
    const slots = new Slots(1);
    const abort = new AbortController();
    await slots.take(abort.signal);
    const waiting = slots.take(abort.signal);
    abort.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(slots.take(abort.signal)).rejects.toThrow('stopped');
    slots.give();
    await expect(slots.take(new AbortController().signal)).resolves.toBeUndefined();
  });

  it('leave no listener on the signal of the calls that waited', async () => {
    const slots = new Slots(0);
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    const waiting = Array.from({ length: 256 }, () => slots.take(signal));
    for (const _ of waiting) slots.give();
    await Promise.all(waiting);
    expect(added).toHaveBeenCalledTimes(256);
    expect(removed.mock.calls).toEqual(added.mock.calls.map(([name, listener]) => [name, listener]));
  });
});
