import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Postgres server of its own, on loopback, with the default settings of durability. */
export interface PostgresServer {
  readonly connectionString: string;
  stop(): Promise<void>;
}

const ROOT = '/usr/lib/postgresql';

/** Starts a server in a temporary folder. Undefined if Postgres is not installed. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const programs = programFolder();
  if (programs === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'haft-bench-postgres-'));
  const user = process.getuid?.() === 0 ? ordinaryUser() : undefined;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } };
  const data = join(folder, 'data');
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'haft', '-A', 'trust', '-E', 'UTF8'], options);
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`);
  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`];
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  for await (const text of server.stderr.iterator({ destroyOnReturn: false })) {
    log += String(text);
    if (log.includes('ready to accept connections')) break;
  }
  server.stderr.resume();
  if (server.exitCode !== null) throw new Error(`Postgres ended: ${log}`);
  return {
    connectionString: `postgres://haft@127.0.0.1:${String(port)}/postgres`,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function programFolder(): string | undefined {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(ROOT, version, 'bin')), '/usr/local/bin', '/usr/bin'];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Returns the user that runs the server, since Postgres does not run as root. */
function ordinaryUser(): { readonly uid: number; readonly gid: number } {
  const id = (...args: readonly string[]): number => Number(spawnSync('id', args, { encoding: 'utf8' }).stdout);
  const uid = id('-u', 'postgres');
  return uid > 0 ? { uid, gid: id('-g', 'postgres') } : { uid: 65_534, gid: 65_534 };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
