import { expect, it } from '@jest/globals';
import { PostgresTextStore } from '../../src/texts/postgres/postgres-text-store.js';
import { usePostgres } from '../../../durable/test/support/use-postgres.js';
import { describePgvector } from './new-store.js';
import { TEXT_STORE_RULES } from './text-store-contract.js';

const OWNER = { collection: 'memory', tenantId: '', userId: 'kim' };

describePgvector('PostgresTextStore', () => {
  const database = usePostgres();

  it.each([...TEXT_STORE_RULES])('$title [TOOL-10]', async ({ check }) => {
    await database.pool
      .query(`DROP TABLE IF EXISTS haft_text_vectors, haft_text_facts, haft_text_chunks, haft_text_documents,
      haft_text_owners, haft_text_models, haft_text_migrations CASCADE`);
    await check(new PostgresTextStore({ pool: database.pool }));
  });

  it('refuses a database with tables of a newer version [TOOL-10]', async () => {
    const query = { owners: [OWNER], limit: 1 };
    await new PostgresTextStore({ pool: database.pool }).byWords(['x'], query);
    await database.pool.query(
      "INSERT INTO haft_text_migrations (version, name, hash, applied_at) VALUES (99, 'future', 'x', 0)",
    );
    const store = new PostgresTextStore({ connectionString: database.connectionString });
    await expect(store.byWords(['x'], query)).rejects.toMatchObject({
      code: 'HAFT_INVALID_OPTION',
      message: 'The tables of the text store have the unknown version 99.',
      hint: 'A newer @haft/toolsets wrote them. Update @haft/toolsets in this process too.',
    });
    await database.pool.query('DELETE FROM haft_text_migrations WHERE version = 99');
    expect(await store.byWords(['x'], query)).toEqual([]);
    await store.close();
  });
});
