import { describe, expect, it, jest } from '@jest/globals';
import { sameFingerprint } from '../../src/deferral/call-fingerprint.js';
import { MemoryLedger } from '../../src/index.js';

const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('what an approval is bound to', () => {
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

  it('forgets what has expired', () => {
    const ledger = new MemoryLedger();
    ledger.claim('old', new Date(Date.now() - 1).toISOString());
    ledger.claim('new', inOneHour());
    expect([ledger.claim('old', inOneHour()), ledger.claim('new', inOneHour())]).toEqual([true, false]);
  });

  it('stays quick with many open ones', () => {
    const ledger = new MemoryLedger();
    const start = process.cpuUsage();
    for (let index = 0; index < 100_000; index++) ledger.claim(`r${index}`, inOneHour());
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3_000);
  });
});
