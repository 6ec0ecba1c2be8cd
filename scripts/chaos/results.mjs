import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The results of slices, in memory and in a file of JSON lines if there is one. */
export class Results {
  slices = [];

  constructor(file) {
    this.file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') this.slices.push(JSON.parse(line));
  }

  has(slice) {
    return this.slices.some((one) => NAMES.every((name) => one[name] === slice[name]));
  }

  add(slice) {
    this.slices.push(slice);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(slice)}\n`);
    const { scenario, store, seed, from, rounds, figures, broken } = slice;
    console.log(JSON.stringify({ scenario, store, seed, from, rounds, ...figures, broken: broken.length }));
  }

  get hasFailed() {
    return this.slices.some(({ broken }) => broken.length > 0);
  }

  /** Returns the sums by scenario and store, as a table of Markdown. */
  table() {
    const groups = Map.groupBy(this.slices, ({ scenario, store }) => `${scenario} on ${store}`);
    const rows = [...groups].map(([title, slices]) => ({
      scenario: title,
      seeds: [...new Set(slices.map(({ seed }) => seed))].join(', '),
      rounds: sum(slices.map(({ rounds }) => rounds)),
      ...totals(slices.map(({ figures }) => figures)),
      broken: sum(slices.map(({ broken }) => broken.length)),
    }));
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const line = (cells) => `| ${cells.join(' | ')} |`;
    const body = rows.map((row) => line(names.map((name) => row[name] ?? '-')));
    return [line(names), line(names.map(() => '---')), ...body].join('\n');
  }
}

const NAMES = ['scenario', 'store', 'seed', 'from', 'rounds'];

function totals(all) {
  const names = [...new Set(all.flatMap((figures) => Object.keys(figures)))];
  return Object.fromEntries(names.map((name) => [name, sum(all.map((figures) => figures[name] ?? 0))]));
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
