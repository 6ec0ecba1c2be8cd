import { SUITES } from '../suites/suite-names.js';
import type { SuiteName } from '../suites/suites.js';
import type { BarRow } from './bars.js';
import type { Pages } from './page.js';

/** The tables of one suite in the page, with the day of its figures. */
export interface SuiteSection {
  readonly suite: SuiteName;
  /** An ISO date. */
  readonly date: string;
  /** Markdown. */
  readonly text: string;
}

/** The parts of the page that stay if their suite does not run. */
export interface WrittenPage {
  readonly bars: readonly BarRow[];
  readonly sections: readonly SuiteSection[];
}

/** Reads the pages as they were written before. Leaves out suites that no longer exist. */
export function readPages({ summary, tables }: Pages): WrittenPage {
  const [, ...parts] = tables.split(/^<!-- suite: (?=[\w-]+ [\d-]+ -->$)/mu);
  const sections = parts.flatMap((part) => {
    const end = part.indexOf(' -->');
    const [name, date = ''] = part.slice(0, end).split(' ');
    const suite = SUITES.find((one) => one === name);
    return suite === undefined ? [] : [{ suite, date, text: part.slice(end + 4).trim() }];
  });
  const table = /^### The bars\n(?<rows>[^#]*)/mu.exec(summary)?.groups?.['rows'] ?? '';
  return { bars: table.split('\n').filter(isBar).map(cellsOf), sections };
}

/** Returns the tables of a suite with the mark that {@link readPages} finds. */
export function sectionText({ suite, date, text }: SuiteSection): string {
  return `<!-- suite: ${suite} ${date} -->\n\n${text}`;
}

function isBar(line: string): boolean {
  return /^\| P\d+: /u.test(line);
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
