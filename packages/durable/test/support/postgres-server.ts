import { spawn, spawnSync, type ChildProcess, type SpawnSyncOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Postgres server of its own, on loopback, with an empty database. */
export interface PostgresServer {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Returns the folder of the programs of Postgres. Undefined if it is not installed. */
export function postgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(root, version, 'bin')), '/usr/local/bin', '/usr/bin'];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Starts a server on a free port. Postgres does not run as root, so that another user runs it. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('Postgres is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'haft-postgres-'));
  const user = process.getuid?.() === 0 ? ordinaryUser() : undefined;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } };
  run('cp', ['-R', emptyData(programs, options), data], options);
  const port = await freePort();
  // No test ends the machine, so that the server need not wait for its disk.
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await ready(server);
  return {
    connectionString: `postgres://haft@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      // The server waits for its connections. SIGINT would end them, and each closing client of
      // `pg` would emit an error that no test expects.
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a data folder without a database of its own, which is there for all tests. To make it
 * takes a second, and to copy it a tenth.
 */
function emptyData(programs: string, options: SpawnSyncOptions): string {
  const initdb = join(programs, 'initdb');
  const folder = join(tmpdir(), `haft-tests-postgres-${statSync(initdb).mtimeMs}-${options.uid ?? process.getuid?.()}`);
  if (existsSync(folder)) return folder;
  const made = join(String(options.cwd), 'made');
  run(initdb, ['-D', made, '-U', 'haft', '-A', 'trust', '--no-sync', '-E', 'UTF8'], options);
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function run(program: string, args: readonly string[], options: SpawnSyncOptions): void {
  const { status, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`);
}

function ordinaryUser(): { readonly uid: number; readonly gid: number } {
  const id = (...args: readonly string[]): number => Number(spawnSync('id', args, { encoding: 'utf8' }).stdout);
  const uid = id('-u', 'postgres');
  return uid > 0 ? { uid, gid: id('-g', 'postgres') } : { uid: 65_534, gid: 65_534 };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('exit', () => {
      reject(new Error(`Postgres ended: ${log}`));
    });
    server.stderr?.on('data', (text: Buffer) => {
      log = (log + text.toString()).slice(-5000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
}
