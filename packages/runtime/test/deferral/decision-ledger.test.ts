import { describe, expect, it } from '@jest/globals';
import { MemoryLedger } from '../../src/index.js';

const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

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
