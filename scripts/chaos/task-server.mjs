// A process that serves the bank over MCP, with tasks. It kills itself when it passes a fault point
// for the time `diesAt`. It recovers calls of dead processes only when the harness asks for that.
import { serveMcp } from '@haft/mcp';
import { createRuntime } from '@haft/runtime';
import { bankOf } from './bank.mjs';
import { FaultPoints } from './fault-points.mjs';
import { Journal } from './journal.mjs';
import { openStore } from './store.mjs';

const { folder, storeAt, leaseMs, diesAt } = JSON.parse(process.argv[2]);
let passed = 0;
const faults = new FaultPoints(folder, () => (passed++ === diesAt ? 0 : 1), 0.5);
const problems = new Journal(folder, 'problems');
const store = await openStore(storeAt);
const runtime = createRuntime({
  toolsets: bankOf({ world: new Journal(folder, 'payments'), late: new Journal(folder, 'late'), store, faults }),
  durability: { ledger: faults.around(store.ledger), leaseMs },
  people: { pendingSecret: 'secret of the harness' },
  observe: {
    logger: {
      debug() {},
      info() {},
      warn() {},
      error: (text, { error } = {}) => problems.add({ where: 'log', error: `${text} ${String(error?.stack ?? '')}` }),
    },
  },
});
const mcp = serveMcp(runtime, {
  context: ({ headers }) => ({ userId: headers.get('x-user') }),
  stateSecret: 'the state secret of the harness, the same in all processes',
});
const { url } = await mcp.listen({ port: 0 });

process.on('message', () => {
  void runtime.recover({ idleMs: 0 }).then(({ failed }) => {
    for (const { key, error } of failed)
      problems.add({ where: `recover ${key}`, error: String(error?.stack ?? error) });
    process.send('recovered');
  });
});
// A process never outlives the harness.
process.on('disconnect', () => process.exit());
process.send(url.href);
