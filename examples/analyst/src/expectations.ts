import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectedTotals } from './orders.js';
import type { Reading } from './scripted-model.js';

/** Compares everything that the model read. Throws if something differs. */
export function expectReadings(read: readonly Reading[]): void {
  deepStrictEqual(
    read.map(({ isError }) => isError),
    [false, false, false, true, true, false, false, false, false],
  );
  const [page, rates, list, column, trap, answer, totals, sum, written] = read.map(({ text }) => text);
  match(page ?? '', /^200 http:\/\/127\.0\.0\.1:\d+\/rates\.csv text\/csv\n/);
  match(rates ?? '', /^\d+ records \(CSV, values are text\):\ncurrency,rate,note\n/);
  match(list ?? '', /^orders\.csv \d+$/m);
  match(column ?? '', /Referenced column "price" not found in FROM clause!\nCandidate bindings: /);
  match(column ?? '', /LINE 1: SELECT city, sum\(price\)/);
  match(trap ?? '', /^The table function 'read_text' is not allowed\./);
  strictEqual(answer, 'EUR');
  const expected = expectedTotals();
  deepStrictEqual(
    (totals ?? '').split('\n').slice(2),
    expected.map(({ city, total }) => `${city},${String(total)}`),
  );
  const all = expected.reduce((before, { total }) => before + total, 0);
  const [total, count] = (sum ?? '').split('\n')[2]?.split(',').map(Number) ?? [];
  deepStrictEqual([total?.toFixed(2), count], [all.toFixed(2), expected.length]);
  match(written ?? '', /^report\.md created/);
  // The orders never pass through the model.
  const characters = read.reduce((before, { text }) => before + text.length, 0);
  strictEqual(characters < 5_000, true, `the model read ${String(characters)} characters`);
}

/** Compares the report with totals that no tool calculated. */
export async function expectReport(folder: string): Promise<void> {
  const report = await readFile(join(folder, 'report.md'), 'utf8');
  const lines = expectedTotals().map(({ city, total }) => `| ${city} | ${total.toFixed(2)} |`);
  strictEqual(report.includes(['| city | EUR |', '| --- | --- |', ...lines].join('\n')), true, report);
}
