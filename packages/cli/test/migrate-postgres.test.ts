import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { postgresPrograms } from '../../durable/test/support/postgres-server.js';
import { usePostgres } from '../../durable/test/support/use-postgres.js';
import { COMMAND, haftInThread, project, type Run } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

const hasPostgres = postgresPrograms() !== undefined;
if (!hasPostgres) console.warn('notice: no Postgres is installed; the tests of haft migrate --postgres are skipped.');

afterAll(removeTemporaryFolders);

const UP_TO_DATE = { code: 0, out: '✓ the tables of the ledger are up to date\n', err: '' };

(hasPostgres ? describe : describe.skip)('haft migrate --postgres', () => {
  const database = usePostgres();
  let folder: string;
  beforeAll(async () => {
    folder = project({});
  });
  beforeEach(async () => {
    await database.pool.query(
      'DROP TABLE IF EXISTS haft_calls, haft_runs, haft_decisions, haft_requests, haft_migrations',
    );
  });

  const migrate = (url = database.connectionString, ...options: readonly string[]): Run =>
    haftInThread(folder, ['migrate', '--postgres', url, ...options]);
  const migrateInProcess = async (): Promise<Run> => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    const args = [COMMAND, 'migrate', '--postgres', database.connectionString];
    const child = spawn(process.execPath, args, { cwd: folder, env });
    const exit = once(child, 'close') as Promise<[number | null]>;
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
    return { code, out, err };
  };
  const applied = async (): Promise<readonly unknown[]> =>
    (await database.pool.query<object>('SELECT * FROM haft_migrations ORDER BY version')).rows;

  it('creates the tables, and changes nothing the second time', async () => {
    expect(migrate()).toEqual(UP_TO_DATE);
    const first = await applied();
    expect(first).toMatchObject([
      { version: 1, name: 'calls' },
      { version: 2 },
      { version: 3 },
      { version: 4 },
      { version: 5 },
      { version: 6 },
    ]);
    expect((await database.pool.query('SELECT * FROM haft_calls, haft_runs')).rows).toEqual([]);
    expect(migrate()).toEqual(UP_TO_DATE);
    expect(await applied()).toEqual(first);
  });

  it('makes a ledger that haft report reads [OBS-6]', () => {
    migrate();
    expect(haftInThread(folder, ['report', database.connectionString])).toEqual({
      code: 0,
      out: 'No calls.\n',
      err: '',
    });
    const { out } = haftInThread(folder, ['report', database.connectionString, '--json']);
    expect(JSON.parse(out)).toEqual({
      calls: 0,
      tools: [],
      unknown: [],
      suggestions: [],
      isPartial: false,
    });
  });

  it('creates the tables and triggers of webhooks with --webhooks [NEW-27]', async () => {
    const done = {
      code: 0,
      out: '✓ the tables of the ledger and of webhooks are up to date\n',
      err: '',
    };
    expect(migrate(database.connectionString, '--webhooks')).toEqual(done);
    expect((await database.pool.query('SELECT * FROM haft_calls, haft_webhook_events')).rows).toEqual([]);
    const { rows } = await database.pool.query(
      "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'haft%' ORDER BY tgname",
    );
    expect(rows).toEqual([{ tgname: 'haft_call_changed' }, { tgname: 'haft_call_proposed' }]);
    await database.pool.query('DROP TABLE haft_calls, haft_webhook_events, haft_webhook_migrations');
    await database.pool.query('DROP FUNCTION haft_webhook_event');
  });

  it('creates the tables once if two deployments run it together', async () => {
    expect(await Promise.all([migrateInProcess(), migrateInProcess()])).toEqual([UP_TO_DATE, UP_TO_DATE]);
    expect(await applied()).toMatchObject([
      { version: 1 },
      { version: 2 },
      { version: 3 },
      { version: 4 },
      { version: 5 },
      { version: 6 },
    ]);
  });

  it('updates tables of an older version, and keeps their rows', async () => {
    migrate();
    await database.pool.query(
      'ALTER TABLE haft_calls DROP COLUMN progress, DROP COLUMN turn, DROP COLUMN content, DROP COLUMN kept',
    );
    await database.pool.query('DROP INDEX haft_calls_background, haft_calls_run');
    await database.pool.query('DELETE FROM haft_migrations WHERE version >= 2');
    await database.pool.query("INSERT INTO haft_runs VALUES ('run', '', '', '{}', 1, 1)");
    expect(migrate()).toEqual(UP_TO_DATE);
    expect((await database.pool.query('SELECT run_id FROM haft_runs')).rows).toEqual([{ run_id: 'run' }]);
    expect((await database.pool.query('SELECT progress FROM haft_calls')).rows).toEqual([]);
    const index = "SELECT indexname FROM pg_indexes WHERE indexname IN ('haft_calls_background', 'haft_calls_run')";
    expect((await database.pool.query(index)).rows).toHaveLength(2);
    // Runs of two owners may have the same id.
    await database.pool.query("INSERT INTO haft_runs VALUES ('run', 'acme', 'ann', '{}', 1, 1)");
  });

  it('rejects tables of a newer version, and leaves them as they are', async () => {
    migrate();
    await database.pool.query("INSERT INTO haft_migrations VALUES (99, 'future', 'x', 1)");
    const before = await applied();
    const { code, out, err } = migrate();
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('error HAFT_INVALID_OPTION: The tables of the ledger have the unknown version 99.');
    expect(err).toContain('Update @haft/durable');
    expect(await applied()).toEqual(before);
  });

  it('rejects tables that another change has made, and leaves them as they are', async () => {
    migrate();
    await database.pool.query("UPDATE haft_migrations SET hash = 'x' WHERE version = 1");
    const { code, err } = migrate();
    expect(code).toBe(1);
    expect(err).toContain('error HAFT_INVALID_OPTION: The migration 1 (calls) of the ledger has another hash.');
  });

  it('creates nothing if one statement fails', async () => {
    await database.pool.query('CREATE TABLE haft_runs (own TEXT)');
    const { code, err } = migrate();
    expect(code).toBe(1);
    expect(err).toContain('relation "haft_runs" already exists');
    const names = "SELECT tablename FROM pg_tables WHERE tablename IN ('haft_calls', 'haft_migrations')";
    expect((await database.pool.query(names)).rows).toEqual([]);
  });

  it('says why it cannot connect, without the password', () => {
    const closed = new URL(database.connectionString);
    closed.port = '1';
    closed.password = 'secret-word';
    for (const host of ['127.0.0.1', 'localhost']) {
      closed.hostname = host;
      const { code, out, err } = migrate(closed.href);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('ECONNREFUSED');
      expect(err).not.toContain('secret-word');
    }
    const unknown = new URL(database.connectionString);
    unknown.pathname = '/missing';
    expect(migrate(unknown.href).err).toContain('database "missing" does not exist');
  });
});
