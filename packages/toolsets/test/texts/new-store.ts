import { afterAll, beforeAll, describe } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this Node has SQLite. */
const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
if (!hasSqlite) console.warn('notice: this Node has no SQLite; the tests of texts in SQLite are skipped.');

/** `describe`, if this Node has SQLite. */
export const describeSqlite = hasSqlite ? describe : describe.skip;

/** Makes a folder that is removed after the tests of the group, which can run again. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'haft-texts-'));
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Whether Postgres with pgvector is installed. */
const hasPgvector = extensionFolders().some((folder) => existsSync(join(folder, 'vector.control')));
if (!hasPgvector)
  console.warn('notice: no Postgres with pgvector is installed; the tests of texts in Postgres are skipped.');

/** `describe`, if there is a Postgres with pgvector. */
export const describePgvector = hasPgvector ? describe : describe.skip;

function extensionFolders(): readonly string[] {
  const root = '/usr/share/postgresql';
  return existsSync(root) ? readdirSync(root).map((version) => join(root, version, 'extension')) : [];
}
