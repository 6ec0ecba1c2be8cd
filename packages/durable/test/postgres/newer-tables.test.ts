import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PostgresCallLedger } from '../../src/postgres/index.js';
import { proposal, ref } from '../../src/contract/proposal.js';
import { postgresPrograms } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';

(postgresPrograms() === undefined ? describe.skip : describe)('tables in Postgres', () => {
  const database = usePostgres();
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('stop a process whose version is older than one that another process wrote', async () => {
    const ledger = new PostgresCallLedger({ pool: database.pool as never });
    await ledger.propose([proposal('known')]);
    const columns = '(version, name, hash, applied_at)';
    await database.pool.query(`INSERT INTO haft_migrations ${columns} VALUES (99, 'future', 'x', 0)`);
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
    const newer = { code: 'HAFT_INVALID_OPTION', message: expect.stringContaining('unknown version 99') };
    await expect(ledger.get(ref('known'))).rejects.toMatchObject(newer);
    await expect(ledger.propose([proposal('new')])).rejects.toMatchObject(newer);
    await database.pool.query('DELETE FROM haft_migrations WHERE version = 99');
    expect(await ledger.get(ref('known'))).toMatchObject({ state: 'awaiting' });
    await ledger.close();
  });
});
