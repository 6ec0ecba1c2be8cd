import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureRequests, shopRuntime, TARGETS, WAYS } from './measure-requests.js';

const PAGE = join(import.meta.dirname, '../../../../docs/guide/many-tools.md');
const BEGIN = '<!-- tokens: begin -->';
const END = '<!-- tokens: end -->';

/** Returns the page of the guide with the table of the tokens that this version of Haft needs. */
export async function pageWithTokens(page = readFileSync(PAGE, 'utf8')): Promise<string> {
  const [before = '', rest = ''] = page.split(BEGIN);
  return `${before}${BEGIN}\n\n${await tokenTable()}\n\n${END}${rest.split(END)[1] ?? ''}`;
}

async function tokenTable(): Promise<string> {
  const runtimes = WAYS.map((way) => ({ way, runtime: shopRuntime(way) }));
  const rows = [];
  for (const target of TARGETS) {
    const cells: string[] = [];
    for (const { way, runtime } of runtimes) {
      const { sent, fresh } = await measureRequests(runtime, way, target);
      cells.push(sent.toLocaleString('en'), fresh.toLocaleString('en'));
    }
    rows.push([target, ...cells]);
  }
  return aligned([['provider', ...WAYS.flatMap((way) => [`${way}: sent`, 'new'])], ...rows]);
}

/** Aligns the cells as the formatter of the repository does. */
function aligned([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((one, at) => one.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, await pageWithTokens());
