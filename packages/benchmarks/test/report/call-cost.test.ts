import { readFileSync } from 'node:fs';
import { callCost, LABELS, type CallCost } from '../../src/report/call-cost.js';
import { drawCallCost } from '../../src/report/draw-call-cost.js';
import { time, times } from '../../src/report/format.js';

const docs = new URL('../../../../docs/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, docs), 'utf8');
const recorded = JSON.parse(read('images/call-cost.json')) as CallCost;

test('the plot in the README shows every row of the recorded data', () => {
  expect(recorded.rows.map(({ name }) => name).sort()).toEqual(Object.keys(LABELS).sort());
  expect(read('images/call-cost-light.svg')).toBe(drawCallCost(recorded, 'light'));
  expect(read('images/call-cost-dark.svg')).toBe(drawCallCost(recorded, 'dark'));
});

test('the recorded data are the figures of the tables', () => {
  const table = /### P1: whole call, valid[^]*?(?=\n### )/.exec(read('performance/tables.md'))?.[0] ?? '';
  const cells = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { name, nanoseconds, ratio } of recorded.rows) {
    const row = cells.find((one) => one[1] === name);
    expect(row?.slice(4, 6)).toEqual([time(nanoseconds), times(ratio)]);
  }
});

test("takes the valid calls of shape M from the suite's results", () => {
  const spread = (median: number) => ({ median, p95: median, min: median, max: median, runs: 1 });
  const row = (name: string, at: number) => ({ name, nanoseconds: spread(at), ratio: spread(at / 100) });
  const tables = [
    { kind: 'valid' as const, shape: 'S' as const, rows: [row('Haft: run.call', 1)] },
    { kind: 'valid' as const, shape: 'M' as const, rows: [row('Haft: run.call', 150), row('another', 7)] },
    { kind: 'invalid' as const, shape: 'M' as const, rows: [row('Haft: run.call', 2)] },
  ];
  expect(callCost({ tables }, '2026-01-02', '24.0.0')).toEqual({
    date: '2026-01-02',
    node: '24.0.0',
    rows: [{ name: 'Haft: run.call', nanoseconds: 150, ratio: 1.5 }],
  });
});
