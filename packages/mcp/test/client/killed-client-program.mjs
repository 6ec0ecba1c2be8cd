// A process of the test of killed clients. Its argument is JSON: `url` of a server, `file` of the
// ledger, and `do`:
// - 'call' calls a tool of the server.
// - 'recover' recovers the calls of dead processes until there is one.
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { mcpToolset } from '@haft/mcp/client';
import { createRuntime } from '@haft/runtime';
import { setTimeout as wait } from 'node:timers/promises';

const { do: work, file, url, leaseMs } = JSON.parse(process.argv[2]);
const ledger = new SqliteCallLedger({ file });
const toolset = mcpToolset({ name: 'office', server: { url } });
const runtime = createRuntime({ toolsets: toolset, durability: { ledger, calls: 'all', leaseMs } });
const onEvent = (event) => {
  if (event.type === 'progress') process.send({ progress: event.progress });
};

if (work === 'call') await runtime.startRun({ id: 'r', onEvent }).call({ id: 'c', name: 'report', arguments: {} });
else {
  for (let ended = []; ended.length === 0; await wait(50))
    ({ ended } = await runtime.recover({ idleMs: 0, runOptions: () => ({ onEvent }) }));
}
await toolset.close();
await runtime.dispose();
await ledger.close();
process.disconnect();
