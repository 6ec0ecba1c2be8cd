// A process of the test of long calls. Its argument is JSON: `place`, and `do`:
// - 'pay' makes a call that ends when the parent says so.
// - 'recover' takes over each call whose process is gone, again and again.
import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { setTimeout as wait } from 'node:timers/promises';

const { do: work, place, leaseMs } = JSON.parse(process.argv[2]);
const ledger = place.file ? new SqliteCallLedger(place) : new PostgresCallLedger(place);
const finished = new Promise((resolve) => process.once('message', resolve));
const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  settings: { effect: {} },
  execute: async () => {
    process.send({ begun: process.pid });
    await finished;
    return 'paid';
  },
});
const runtime = createRuntime({ toolsets: toolset('bank', [pay]), durability: { ledger, leaseMs } });

if (work === 'pay') {
  const run = runtime.startRun({ id: 'r' });
  const { status, value } = await run.call({ id: 'c', name: 'pay', arguments: {} });
  await run.end();
  process.send({ status, value });
} else {
  let isOver = false;
  void finished.then(() => (isOver = true));
  while (!isOver) {
    const beganAt = Date.now();
    const found = await runtime.recover({ idleMs: 0 });
    process.send({ beganAt, found });
    await wait(50);
  }
}
await runtime.dispose();
await ledger.close();
process.disconnect();
