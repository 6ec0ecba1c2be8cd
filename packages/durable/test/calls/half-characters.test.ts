import { expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import type { CallEnd, CallLease } from '@haft/runtime';
import { openBank, World } from './bank.js';

/** A ledger with rows of a version that kept halves of characters. */
class OldRows extends MemoryCallLedger {
  override settle(lease: CallLease, end: CallEnd): boolean {
    return super.settle(lease, { ...end, outcome: end.outcome.replaceAll('paid', 'paid \\ud83d') });
  }
}

it.each([
  ['the same turn', 'one'],
  ['another turn', 'two'],
])('a model reads no halves of characters of an old row, in %s', async (_which, turn) => {
  const [ledger, world] = [new OldRows(), new World()];
  const call = { id: 'call_0', name: 'pay_now', arguments: { cents: 5 } };
  await openBank(ledger, world).startRun({ id: 'chat', turn: 'one' }).call(call);
  const outcome = await openBank(ledger, world).startRun({ id: 'chat', turn }).call(call);
  expect(outcome.text).toContain('paid');
  expect(outcome.text.isWellFormed()).toBe(true);
});
