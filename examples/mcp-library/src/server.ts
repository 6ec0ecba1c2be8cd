import { SqliteCallLedger } from '@haft/durable/sqlite';
import { serveMcp } from '@haft/mcp';
import { createRuntime } from 'haft';
import { BookShelves } from './book-shelves.js';
import { LibraryToolset } from './library-toolset.js';
import { toolsets } from './toolsets.gen.js';

/*
 * The server: `server.js FILE` speaks over the standard input and output, and `server.js FILE PORT`
 * over HTTP. The ledger in the file keeps the tasks.
 */

const [file = 'library.db', port] = process.argv.slice(2);

const runtime = createRuntime({
  toolsets: toolsets.pick(LibraryToolset),
  provide: [BookShelves],
  // A process that dies loses its calls after a second. The default is 30 seconds.
  durability: { ledger: new SqliteCallLedger({ file }), leaseMs: 1000 },
});

/** Continues the tasks of a process that died. */
setInterval(() => void runtime.recover({ calls: 'background', idleMs: 0 }), 200).unref();

const mcp = serveMcp(runtime, {
  name: 'library',
  version: '1.0.0',
  // A real server takes the user from `auth`.
  context: () => ({ userId: 'ada' }),
});

if (port === undefined) {
  await mcp.connectStdio().closed;
  await mcp.close();
  await runtime.dispose();
} else {
  const { url } = await mcp.listen({ port: Number(port) });
  console.log(`Listening on ${url.href}`);
}
