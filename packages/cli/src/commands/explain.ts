import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HAFT_ERROR_CODES } from '@haft/core/errors';
import { DIAGNOSTIC_CODES } from '@haft/reflector';
import { nearest } from '@haft/schema/internal';
import { styled } from '../output/styled.js';
import { UsageError } from '../usage-error.js';

const MEANINGS: Readonly<Record<string, string>> = { ...DIAGNOSTIC_CODES, ...HAFT_ERROR_CODES };

/**
 * Prints the page of a code. Without a code, prints all codes with their meaning.
 *
 * @throws {UsageError} if the code does not exist
 */
export async function explain(code: string | undefined): Promise<number> {
  if (code === undefined) for (const [one, meaning] of Object.entries(MEANINGS)) print(`${one}: ${meaning}`);
  else print(emphasised(pageOf(known(code))));
  return Promise.resolve(0);
}

function known(code: string): string {
  const wanted = code.toUpperCase();
  const found = [wanted, `HAFT${wanted}`, `HAFT_${wanted}`].find((one) => Object.hasOwn(MEANINGS, one));
  if (found !== undefined) return found;
  const near = nearest(wanted, Object.keys(MEANINGS));
  const hint = near === undefined ? 'Run `haft explain` to see all codes.' : `Did you mean ${near}?`;
  throw new UsageError(`There is no code '${code}'.`, hint);
}

/** The pages of this version, which the build of this package copies. */
const ERRORS = fileURLToPath(new URL('../../docs/errors', import.meta.url));

/** Reads the page of a code. Its links are paths that the reader can open. */
function pageOf(code: string): string {
  const page = readFileSync(join(ERRORS, `${code}.md`), 'utf8').trimEnd();
  const shown = (path: string): string => relative(process.cwd(), join(ERRORS, path));
  return page.replace(/\]\((?![a-z]+:)([^)#\s]+)/g, (_link, path: string) => `](${shown(path)}`);
}

/** Prints headings in bold, if the terminal can. */
function emphasised(text: string): string {
  return text.replace(/^#+ (.*)$/gm, (_heading, title: string) => styled('bold', title));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
