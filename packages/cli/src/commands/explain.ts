import { readFileSync, readdirSync } from 'node:fs';
import { nearest } from '@haft/schema';
import { styled } from '../output/styled.js';
import { UsageError } from '../usage-error.js';

/** The pages of `docs/errors`, copied when this package is built. */
const PAGES = new URL('../errors/', import.meta.url);

/**
 * Prints the page of a code; without a code, the titles of all pages.
 *
 * @throws UsageError when there is no such code
 */
export async function explain(code: string | undefined): Promise<number> {
  const codes = readdirSync(PAGES).map((file) => file.replace('.md', ''));
  if (code === undefined) for (const one of codes.sort()) print(titleOf(page(one)));
  else print(emphasised(page(known(code, codes))));
  return Promise.resolve(0);
}

function known(code: string, codes: readonly string[]): string {
  const wanted = code.toUpperCase();
  const found = [wanted, `HAFT${wanted}`, `HAFT_${wanted}`].find((one) => codes.includes(one));
  if (found !== undefined) return found;
  const near = nearest(wanted, codes);
  throw new UsageError(
    `There is no code '${code}'.`,
    near === undefined ? 'Run `haft explain` to see all codes.' : `Did you mean ${near}?`,
  );
}

function page(code: string): string {
  return readFileSync(new URL(`${code}.md`, PAGES), 'utf8').trimEnd();
}

function titleOf(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/^# /, '');
}

/** Headings in bold, where the terminal can. */
function emphasised(text: string): string {
  return text.replace(/^#+ (.*)$/gm, (_heading, title: string) => styled('bold', title));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
