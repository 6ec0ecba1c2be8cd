import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Folder } from '../beneath/folder.js';
import type { FileOptions } from '../file-options.js';
import type { FileSearch } from '../tree/searched-files.js';
import { limitedCommand } from '../../sandbox/resource-limits.js';
import { findPrlimit } from '../../sandbox/find-prlimit.js';
import { LARGEST_SEARCHED } from '../tree/largest-searched.js';
import { findProgram } from './find-program.js';

/** Files that may have matches. Above that, they are searched without ripgrep. */
const MOST_FILES = 20_000;
/** Bytes of output. */
const MOST_OUTPUT = 10_000_000;
/** Bytes of memory. */
const MOST_MEMORY = 512_000_000;
/** After that, the files are searched without ripgrep, which skips ignored folders. */
const TIMEOUT_MS = 10_000;

/** A text to find. */
export interface CandidateQuery {
  readonly query: string;
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
    if (output === undefined) return undefined;
    const found = [...output.found.split('\0').slice(0, -1), ...largeFiles(output.log)];
    if (found.length > MOST_FILES) return undefined;
    return found
      .map((path) => [...place.names, ...namesOf(path)])
      .filter((names) => !names.includes('..'))
      .sort(compareNames);
  } finally {
    folder.close();
  }
}

/**
 * Returns whether ripgrep finds the same. It has other cases of letters than JavaScript. In lower
 * case, a dotted capital I begins with an i.
 */
function canAsk({ query, ignoreCase }: CandidateQuery): boolean {
  return ASCII.test(query) && !(ignoreCase && /i$/i.test(query));
}

const ASCII = /^[\x01-\x7f]+$/;

function folderOrNothing(open: () => Folder): Folder | undefined {
  try {
    return open();
  } catch {
    // A file, or nothing: the search without ripgrep says which.
    return undefined;
  }
}

/**
 * The walk decides which files are excluded: ripgrep opens no ignore file, which could be a pipe or
 * have no end. Nor does it read a file that is too large to be searched.
 */
function argumentsFor({ query, ignoreCase }: CandidateQuery, { ignore }: FileOptions): string[] {
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
    '--no-ignore',
    `--max-filesize=${String(LARGEST_SEARCHED)}`,
    '--no-mmap',
    '--debug',
    ...ignore.filter((pattern) => PLAIN_FOLDER.test(pattern)).map((pattern) => `--glob=!${pattern}`),
    `--regexp=${query}`,
    '--',
    './',
  ];
}

/** A pattern that means the same to ripgrep, such as `node_modules/`. */
const PLAIN_FOLDER = /^[\w.-]+\/$/;

/**
 * Returns the files in the log of ripgrep that are too large, so that the search names them. If
 * another version writes another log, they are not named.
 */
function largeFiles(log: string): readonly string[] {
  return log
    .split('\nrg: DEBUG|')
    .flatMap((line) => /: ignoring (\.\/[^]+): \d+ bytes$/.exec(line.trimEnd())?.[1] ?? []);
}

interface Output {
  readonly found: string;
  readonly log: string;
}

/** Returns the output of a program, or `undefined` if it fails, is too slow or writes too much. */
function outputOf(
  program: string,
  args: readonly string[],
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<Output | undefined> {
  const [command = program, ...rest] = [...limitedCommand(findPrlimit(), { data: MOST_MEMORY }), program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      cwd,
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
      timeout: TIMEOUT_MS,
    });
    let size = 0;
    const listen = (stream: Readable): readonly Buffer[] => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MOST_OUTPUT) chunks.push(chunk);
        else {
          // It may end before it is killed, as if this were all.
          resolve(undefined);
          child.kill('SIGKILL');
        }
      });
      return chunks;
    };
    const [found, log] = [listen(child.stdout), listen(child.stderr)];
    child.on('error', (error) => {
      if (signal.aborted) reject(error);
      else resolve(undefined);
    });
    // 1: nothing was found.
    child.on('close', (code) => {
      const isDone = code === 0 || code === 1;
      resolve(isDone ? { found: textOf(found), log: textOf(log) } : undefined);
    });
  });
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
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
