import { describe, expect, it, jest } from '@jest/globals';
import { sameFingerprint } from '../../src/call/deferral/call-fingerprint.js';
import { MemoryLedger } from '../../src/index.js';

const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('the binding of an approval', () => {
  it('is compared in a time that tells nothing of it [HITL-14]', () => {
    const compare = jest.spyOn(process.getBuiltinModule('node:crypto'), 'timingSafeEqual');
    const right = 'a'.repeat(64);
    const verdicts = [right, 'b'.repeat(64), 'a', '', undefined, 5].map((one) => sameFingerprint(one, right));
    expect(verdicts).toEqual([true, false, false, false, false, false]);
    expect(compare).toHaveBeenCalledTimes(2);
    compare.mockRestore();
  });
});

describe('MemoryLedger', () => {
  it('gives a request to the first who claims it', () => {
    const ledger = new MemoryLedger();
    expect([ledger.claim('a', inOneHour()), ledger.claim('a', inOneHour()), ledger.claim('b', inOneHour())]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('gives a released one again', () => {
    const ledger = new MemoryLedger();
    ledger.claim('a', inOneHour());
    ledger.release('a');
    expect(ledger.claim('a', inOneHour())).toBe(true);
  });

  it('forgets expired requests', () => {
    const ledger = new MemoryLedger();
    ledger.claim('old', new Date(Date.now() - 1).toISOString());
    ledger.claim('new', inOneHour());
    expect([ledger.claim('old', inOneHour()), ledger.claim('new', inOneHour())]).toEqual([true, false]);
  });

  it('gives a recorded request once, and keeps records apart from claims', () => {
    const ledger = new MemoryLedger();
    expect(ledger.take('a')).toBe(false);
    ledger.record('a', inOneHour());
    ledger.record('a', inOneHour());
    expect(ledger.claim('a', inOneHour())).toBe(true);
    expect([ledger.take('a'), ledger.take('a'), ledger.take('b')]).toEqual([true, false, false]);
    ledger.record('a', new Date(Date.now() - 1).toISOString());
    expect(ledger.take('a')).toBe(false);
  });

  it('looks at one open id for each new one', () => {
    const ledger = new MemoryLedger();
    const iterators = jest.spyOn(Map.prototype, Symbol.iterator);
    let looked = 0;
    iterators.mockImplementation(function* (this: Map<unknown, unknown>) {
      for (const entry of this.entries()) {
        looked++;
        yield entry;
      }
    } as never);
    const until = inOneHour();
    for (let index = 0; index < 1_000; index++) ledger.claim(`r${index}`, until);
    iterators.mockRestore();
    expect([looked > 0, looked <= 1_000]).toEqual([true, true]);
  });
});
