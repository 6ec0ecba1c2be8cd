import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../guide/free-port.mjs';

/**
 * Starts Postgres on a free port of this machine, with a temporary folder. Undefined if it is not
 * installed.
 */
export async function startPostgres() {
  if (spawnSync('postgres', ['--version']).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'haft-postgres-'));
  const user = userOf();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const made = spawnSync('initdb', ['-D', data, '-A', 'trust', '-U', 'haft', '--no-sync'], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
  ];
  const server = spawn('postgres', ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const abandon = () => {
    server.kill('SIGQUIT');
    remove();
  };
  process.once('exit', abandon);
  await ready(server);
  let databases = 0;
  return {
    /** Makes a new database. Resolves with its URL. */
    database: async () => {
      const name = `chaos_${(databases += 1)}`;
      const client = new pg.Client(`postgres://haft@127.0.0.1:${port}/postgres`);
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return `postgres://haft@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      process.off('exit', abandon);
      server.kill('SIGQUIT');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      remove();
    },
  };
}

/** Postgres does not run as root. Returns its user then. */
function userOf() {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function ready(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${log}`)));
  });
}
