import { spawn } from 'node:child_process';
import type { Folder } from '../beneath/folder.js';
import type { FileOptions } from '../file-options.js';
import type { FileSearch } from '../tree/searched-files.js';
import { findProgram } from './find-program.js';

/** Files that may have matches. Above that, they are searched without ripgrep. */
const MOST_FILES = 20_000;
/** Bytes of output. */
const MOST_OUTPUT = 10_000_000;

/** A text to find. */
export interface CandidateQuery {
  readonly query: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
}

/**
 * Asks ripgrep which files have a text. Its answer is a hint: each file is opened again from the
 * root on, and searched again. So a file that ripgrep was led to never reaches a model.
 *
 * @returns names from the root on, sorted, or undefined if ripgrep is not there or cannot help
 */
export async function findCandidates(
  { workspace, place, run }: FileSearch,
  query: CandidateQuery,
): Promise<readonly (readonly string[])[] | undefined> {
  const { options } = workspace;
  if (!canAsk(query) || !place.root.confined) return undefined;
  const program = await findProgram(options.ripgrep);
  if (program === undefined) return undefined;
  const folder = folderOrNothing(() => workspace.openFolder(place, run));
  if (folder === undefined) return undefined;
  try {
    const output = await outputOf(program, argumentsFor(query, options), { cwd: folder.place, signal: run.signal });
    const found = output?.toString('utf8').split('\0').slice(0, -1);
    if (found === undefined || found.length > MOST_FILES) return undefined;
    return found
      .map((path) => [...place.names, ...namesOf(path)])
      .filter((names) => !names.includes('..'))
      .sort(compareNames);
  } finally {
    folder.close();
  }
}

/**
 * Returns whether ripgrep finds the same. It has other expressions than JavaScript and other cases
 * of letters. In lower case, a dotted capital I begins with an i.
 */
function canAsk({ query, regex, ignoreCase }: CandidateQuery): boolean {
  return !regex && ASCII.test(query) && !(ignoreCase && /i$/i.test(query));
}

const ASCII = /^[\x01-\x7f]*$/;

function folderOrNothing(open: () => Folder): Folder | undefined {
  try {
    return open();
  } catch {
    // A file, or nothing: the search without ripgrep says which.
    return undefined;
  }
}

/**
 * Only files of this folder exclude files, not the settings of the user or the machine. A walk
 * skips the excluded files too, and may skip more.
 */
function argumentsFor({ query, ignoreCase }: CandidateQuery, { gitignore, ignore }: FileOptions): string[] {
  return [
    '--files-with-matches',
    '--null',
    '--no-config',
    '--no-messages',
    '--no-follow',
    '--hidden',
    '--text',
    '--fixed-strings',
    ignoreCase ? '--ignore-case' : '--case-sensitive',
    ...(gitignore ? ['--no-ignore-global', '--no-ignore-parent', '--no-ignore-exclude'] : ['--no-ignore']),
    '--no-ignore-dot',
    '--no-require-git',
    ...ignore.filter((pattern) => PLAIN_FOLDER.test(pattern)).map((pattern) => `--glob=!${pattern}`),
    `--regexp=${query}`,
    '--',
    './',
  ];
}

/** A pattern that means the same to ripgrep, such as `node_modules/`. */
const PLAIN_FOLDER = /^[\w.-]+\/$/;

/** Returns the output of a program, or `undefined` if it fails or writes too much. */
function outputOf(
  program: string,
  args: readonly string[],
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_OUTPUT) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', (error) => {
      if (signal.aborted) reject(error);
      else resolve(undefined);
    });
    // 1: nothing was found.
    child.on('close', (code) => {
      resolve(code === 0 || code === 1 ? Buffer.concat(chunks) : undefined);
    });
  });
}

function namesOf(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '.' && name !== '');
}

/** The order in which a walk visits. */
function compareNames(one: readonly string[], other: readonly string[]): number {
  for (const [index, name] of one.entries()) {
    const second = other[index];
    if (second === undefined) return 1;
    if (name !== second) return name < second ? -1 : 1;
  }
  return one.length - other.length;
}
