import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/** Returns whether another connection has the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === SQLITE_BUSY;
}

/** Returns an error of SQLite as `HAFT_STORE_FAILED`, and every other error as it is. */
export function storeFailure(error: unknown, { who, file }: { readonly who: string; readonly file: string }): unknown {
  const code = codeOf(error);
  if (error instanceof HaftError || code === undefined) return error;
  const [problem, hint] = PROBLEMS.get(code) ?? [`SQLite reports: ${(error as Error).message}`, 'Look at the cause.'];
  return new HaftError('HAFT_STORE_FAILED', `The database ${file} of ${who} failed: ${problem}.`, {
    hint,
    cause: error,
  });
}

/** Returns the primary result code. See https://www.sqlite.org/rescode.html. */
function codeOf(error: unknown): number | undefined {
  if (!isObject(error) || error['code'] !== 'ERR_SQLITE_ERROR') return undefined;
  const { errcode } = error;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

const SQLITE_BUSY = 5;
type Problem = readonly [problem: string, hint: string];

const DAMAGED: Problem = [
  'the file is not a database, or is damaged',
  'Restore the file from a backup, or delete it with its -wal and -shm files.',
];
const PROBLEMS: ReadonlyMap<number, Problem> = new Map<number, Problem>([
  [
    SQLITE_BUSY,
    ['another connection kept it locked for too long', 'End transactions soon, and keep nothing open between them.'],
  ],
  [8, ['it is read-only', 'Allow this process to write the file and its folder.']],
  [10, ['the disk failed', 'Look at the disk and its free space. The cause has the message of SQLite.']],
  [11, DAMAGED],
  [13, ['the database or disk is full', 'Free space on the disk. Nothing of the write was stored.']],
  [14, ['the file cannot be opened', 'Create its folder, and allow this process to read and write it.']],
  [26, DAMAGED],
]);
