import { createHash } from 'node:crypto';
import { HaftError } from '@haft/core';
import type { SqlRow } from './call-columns.js';
import type { Migration } from './migrations.js';

/**
 * Returns the migrations that a database lacks.
 *
 * @param applied - the rows of `haft_migrations`, by version
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables, or another
 *   change was applied under the same version
 */
export function pendingMigrations(all: readonly Migration[], applied: readonly SqlRow[]): readonly Migration[] {
  for (const row of applied) {
    const known = all.find(({ version }) => version === Number(row['version']));
    if (known === undefined) throw newer(Number(row['version']));
    if (row['hash'] !== migrationHash(known)) throw changed(known);
  }
  return all.slice(applied.length);
}

/** Returns the SHA-256 of the SQL of a migration. */
export function migrationHash({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}

function newer(version: number): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `The tables of the ledger have the unknown version ${version}.`, {
    hint: 'A newer @haft/durable wrote them. Update @haft/durable in this process too.',
  });
}

function changed({ version, name }: Migration): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `The migration ${version} (${name}) of the ledger has another hash.`, {
    hint: 'Another change was applied under its version. Compare the tables with `haft migrate --print`.',
  });
}
