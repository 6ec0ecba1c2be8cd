// A process that the tests of webhooks kill. Its argument is JSON:
// - do: 'propose' writes a call and kills itself at once. 'deliver' sends the events.
import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { createWebhooks, PostgresWebhookStore, SqliteWebhookStore } from '@haft/durable/webhooks';

const { do: work, file, connectionString, call, endpoints } = JSON.parse(process.argv[2]);

if (work === 'propose') {
  const ledger = file ? new SqliteCallLedger({ file }) : new PostgresCallLedger({ connectionString });
  await ledger.propose([call]);
  process.kill(process.pid, 'SIGKILL');
} else {
  const store = file ? new SqliteWebhookStore({ file }) : new PostgresWebhookStore({ connectionString });
  await createWebhooks({ store, endpoints, timeoutMs: 3_600_000 }).deliver();
  await store.close();
}
