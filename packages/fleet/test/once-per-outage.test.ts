import { expect, it } from '@jest/globals';
import { oncePerOutage } from '../src/connection/once-per-outage.js';

it('reports one error while the server is away, all other errors, and the next outage', () => {
  let now = 0;
  const seen: unknown[] = [];
  const report = oncePerOutage(
    (error) => seen.push((error as Error).message),
    () => now,
  );
  for (let attempt = 0; attempt < 100; attempt += 1) {
    now += 500;
    report(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' }));
    report(new Error('Connection is closed.'));
    if (attempt === 50) report(new Error('WRONGPASS invalid password'));
  }
  now += 60_000;
  report(Object.assign(new Error('the database is shut down'), { code: '57P01' }));
  expect(seen).toEqual([
    'connect ECONNREFUSED 127.0.0.1:6379',
    'WRONGPASS invalid password',
    'the database is shut down',
  ]);
});
