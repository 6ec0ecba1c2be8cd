import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWebhooks, PostgresWebhookStore, SqliteWebhookStore, type WebhookStore } from '@haft/durable/webhooks';
import { proposal } from '../../src/contract/proposal.js';
import { postgresPrograms, startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { startReceiver, type Receiver } from './receiver.js';

/*
 * Real processes, which end by SIGKILL. The notices of skipped stores are those of webhook-stores.
 */

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const hasPostgres = postgresPrograms() !== undefined;
const PROGRAM = join(import.meta.dirname, 'killed-program.mjs');
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

interface Place {
  readonly file?: string;
  readonly connectionString?: string;
}

/** Starts the program, and resolves with the signal that ended it. */
function start(work: 'propose' | 'deliver', more: object) {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ do: work, ...more })], { stdio: 'inherit' });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_, signal) => {
      resolve(signal);
    });
  });
  return { child, ended };
}

const CASES = [
  ['SQLite', hasSqlite],
  ['Postgres', hasPostgres],
] as const;

describe.each(CASES)('webhooks on %s', (name, isInstalled) => {
  const test = isInstalled ? it : it.skip;
  let server: PostgresServer | undefined;
  let folder = '';
  let receiver: Receiver;
  let place: Place;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'haft-webhooks-'));
    if (name === 'Postgres' && isInstalled) server = await startPostgres();
    place = server === undefined ? { file: join(folder, 'calls.db') } : { connectionString: server.connectionString };
  });
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (): WebhookStore =>
    place.file === undefined
      ? new PostgresWebhookStore({ connectionString: place.connectionString ?? '' })
      : new SqliteWebhookStore({ file: place.file });
  const endpoints = () => [{ id: 'desk', url: receiver.url, secrets: [SECRET] }];
  const idOf = (index: number) => receiver.requests[index]?.headers['webhook-id'];

  test('tell of a call whose process is killed right after it wrote the call [NEW-27]', async () => {
    const store = open();
    await store.failed({ limit: 1 });
    expect(await start('propose', { ...place, call: proposal(`killed-${name}`) }).ended).toBe('SIGKILL');
    expect(await createWebhooks({ store, endpoints: endpoints() }).deliver()).toMatchObject({ delivered: 1 });
    expect(receiver.requests[0]?.body).toContain(`killed-${name}`);
    await store.close?.();
    await receiver.close();
  });

  test('tell again, under the same id, if the process is killed before it notes the answer [NEW-27]', async () => {
    const store = open();
    await store.failed({ limit: 1 });
    await start('propose', { ...place, call: proposal(`posted-${name}`) }).ended;
    const { child, ended } = start('deliver', { ...place, endpoints: endpoints() });
    receiver.answer = () => child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    receiver.answer = (response) => response.writeHead(204).end();
    expect(await createWebhooks({ store, endpoints: endpoints() }).deliver()).toMatchObject({ delivered: 0 });
    const afterLease = () => Date.now() + 7_200_000;
    const round = await createWebhooks({ store, endpoints: endpoints(), now: afterLease }).deliver();
    expect(round).toEqual({ delivered: 1, waiting: 0, failed: 0 });
    expect([receiver.requests.length, idOf(1)]).toEqual([2, idOf(0)]);
    await store.close?.();
    await receiver.close();
  });
});
