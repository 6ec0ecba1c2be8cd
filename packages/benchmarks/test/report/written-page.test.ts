import { pages } from '../../src/report/page.js';
import { readPages } from '../../src/report/written-page.js';

const spread = (median: number) => ({ median, p95: median, min: median, max: median, runs: 1 });
const imported = (cpu: number) => ({ rows: [{ name: 'Haft: haft', cpu: spread(cpu), memory: spread(1) }] });
const sized = { rows: [{ name: 'Haft: haft', packages: 6, megabytes: 2 }] };
const empty = { bars: [], sections: [] };

test('a suite that ran replaces its own tables and bars, and those of the others stay', () => {
  const first = pages({ results: { import: imported(30), size: sized }, written: empty, date: '2026-01-02' });
  const second = pages({ results: { import: imported(7) }, written: readPages(first), date: '2026-03-04' });

  expect(second.tables.match(/^### P.*$/gmu)).toEqual(['### P5: import, over bare Node', '### P8: installed size']);
  expect(second.summary).toContain('| P5: import, CPU | 20 ms | 7.0 ms | met |');
  expect(second.summary).toContain('| P8: installed packages | 6 | 6 | met |');
  expect(`${second.summary}${second.tables}`).not.toContain('30 ms');
  expect(second.summary).toContain('Measured between 2026-01-02 and 2026-03-04');
});

test('tables of a new suite and their bars come in the order of the suites', () => {
  const first = pages({ results: { size: sized }, written: empty, date: '2026-01-02' });
  const second = pages({ results: { import: imported(7) }, written: readPages(first), date: '2026-01-02' });

  expect(second.tables.match(/^<!-- suite.*$/gmu)).toEqual([
    '<!-- suite: import 2026-01-02 -->',
    '<!-- suite: size 2026-01-02 -->',
  ]);
  expect(second.summary.match(/^\| P\d+/gmu)).toEqual(['| P5', '| P5', '| P8', '| P8']);
  expect(second.summary).toContain('Measured on 2026-01-02');
});

test('a page without results keeps its tables and bars', () => {
  const first = pages({ results: { import: imported(30), size: sized }, written: empty, date: '2026-01-02' });
  expect(pages({ results: {}, written: readPages(first), date: '2026-03-04' })).toEqual(first);
});
