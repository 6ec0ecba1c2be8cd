import { createHash } from 'node:crypto';
import { HaftError } from '@haft/core';
import type { Migration, MigrationSet } from './migration.js';

/**
 * Returns the migrations that a database lacks.
 *
 * @param applied - the rows of the table `versions`, by version
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables, or another
 *   change was applied under the same version
 */
export function pendingMigrations(
  set: MigrationSet,
  applied: readonly Readonly<Record<string, unknown>>[],
): readonly Migration[] {
  for (const row of applied) {
    const known = set.migrations.find(({ version }) => version === Number(row['version']));
    if (known === undefined) throw newer(set, Number(row['version']));
    if (row['hash'] !== migrationHash(known)) throw changed(set, known);
  }
  return set.migrations.slice(applied.length);
}

/** Returns the SHA-256 of the SQL of a migration. */
export function migrationHash({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}

function newer({ owner, from }: MigrationSet, version: number): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `The tables of ${owner} have the unknown version ${version}.`, {
    hint: `A newer ${from} wrote them. Update ${from} in this process too.`,
  });
}

function changed({ owner, versions }: MigrationSet, { version, name }: Migration): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `The migration ${version} (${name}) of ${owner} has another hash.`, {
    hint: `Another change was applied under its version. Compare the table ${versions} with \`haft migrate --print\`.`,
  });
}
