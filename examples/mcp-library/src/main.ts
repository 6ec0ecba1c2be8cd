import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surviveCrash } from './killed-task.js';
import { tourOffers } from './offers-tour.js';
import { tasksOf } from './tasks-of-clients.js';
import { tourTools } from './tools-tour.js';
import { visit, type Revision, type Transport } from './visitor.js';

/*
 * The official client visits the server over both transports, in both revisions of the protocol.
 * Each visit has a server process and a ledger of its own.
 */

const TRANSPORTS: readonly Transport[] = ['stdio', 'http'];
const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];

const data = await mkdtemp(join(tmpdir(), 'haft-library-'));

async function tour(transport: Transport, revision: Revision): Promise<void> {
  const file = join(data, `${transport}-${revision}.db`);
  const start = () => visit(transport, revision, file);
  const visitor = await start();
  await tourTools(visitor.client, revision);
  await tourOffers(visitor.client);
  await surviveCrash(visitor, start, tasksOf(revision));
  console.log(`✓ ${transport.padEnd(5)} ${revision}: tools, resources, a prompt, and a task that survives its process`);
}

try {
  await Promise.all(TRANSPORTS.flatMap((transport) => REVISIONS.map((revision) => tour(transport, revision))));
} finally {
  await rm(data, { recursive: true, force: true });
}
