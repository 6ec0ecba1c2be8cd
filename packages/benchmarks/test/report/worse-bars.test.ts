import type { CallResults } from '../../src/suites/call.js';
import { worseBars } from '../../src/report/worse-bars.js';

const spread = (median: number) => ({ median, p95: median, min: median, max: median, runs: 1 });
const called = (ratio: number): CallResults => ({
  tables: [
    {
      shape: 'S',
      kind: 'invalid',
      rows: [{ name: 'Haft: run.call', nanoseconds: spread(100), ratio: spread(ratio) }],
    },
  ],
});
const written = [
  ['P2: whole call, invalid, to the floor, S', '1.60x', '1.50x', 'met'],
  ['P5: import, CPU', '10 ms', '7.0 ms', 'met'],
];

test('a ratio that grew by more than a quarter is told with the one of the page', () => {
  expect(worseBars({ call: called(20.4) }, written)).toEqual([
    'P2: whole call, invalid, to the floor, S: 20.4x, and 1.50x in docs/performance.md',
  ]);
});

test('neither noise nor a better ratio is told', () => {
  expect(worseBars({ call: called(1.8) }, written)).toEqual([]);
  expect(worseBars({ call: called(1.1) }, written)).toEqual([]);
});

test('times are not compared, since they are those of another machine', () => {
  const rows = [{ name: 'Haft: haft', cpu: spread(100), memory: spread(1) }];
  expect(worseBars({ import: { rows } }, written)).toEqual([]);
});

test('a bar that the page does not have is not compared', () => {
  expect(worseBars({ call: called(20.4) }, [])).toEqual([]);
});
