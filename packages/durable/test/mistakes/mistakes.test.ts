import { expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { expressPending, fastifyPending, honoPending, pendingHandler } from '../../src/http/index.js';
import { PostgresCallLedger } from '../../src/postgres/index.js';
import { SqliteCallLedger } from '../../src/sqlite/index.js';
import { createWebhooks, verifyWebhook } from '../../src/webhooks/index.js';
import { textOfMistake } from '../../../core/test/support/text-of-mistake.js';

/* Mistakes of JavaScript users who are new to the package, with the whole message. */

const any = (value: unknown): never => value as never;
const desk = toolset('desk', [
  defineTool({ name: 'work', description: 'Works.', parameters: { type: 'object' }, execute: () => 'done' }),
]);
const runtime = createRuntime({ toolsets: desk });

const MISTAKES: readonly (readonly [what: string, make: () => unknown])[] = [
  ['SqliteCallLedger of a path', () => new SqliteCallLedger(any('calls.db'))],
  ['SqliteCallLedger without a file', () => new SqliteCallLedger(any({}))],
  ['SqliteCallLedger of a number', () => new SqliteCallLedger(any({ file: 5 }))],
  [
    'settleIn() of Postgres without a client',
    () => new PostgresCallLedger({ connectionString: 'postgres://localhost' }).settleIn({}, any({}), any({})),
  ],
  [
    'createRuntime of a ledger that brings no code',
    () => createRuntime({ toolsets: desk, durability: { ledger: any({ propose: () => [] }) } }),
  ],
  ['pendingHandler without authorize', () => pendingHandler(any(runtime), any({}))],
  ['pendingHandler without a runtime', () => pendingHandler(any(undefined), any({ authorize: () => ({}) }))],
  ['pendingHandler without options', () => pendingHandler(any(runtime), any(undefined))],
  ['expressPending of the runtime', () => expressPending(any(runtime))],
  ['fastifyPending of nothing', () => fastifyPending(any(undefined))],
  ['honoPending of options', () => honoPending(any({}))],
  ['createWebhooks without endpoints', () => createWebhooks(any({ store: {} }))],
  ['createWebhooks of one endpoint', () => createWebhooks(any({ store: {}, endpoints: { id: 'a' } }))],
  ['createWebhooks without a store', () => createWebhooks(any({ endpoints: [] }))],
  ['createWebhooks that never polls', () => createWebhooks({ store: any({}), endpoints: [], pollMs: 0 })],
  [
    'createWebhooks with a short secret',
    () =>
      createWebhooks({ store: any({}), endpoints: [any({ id: 'a', url: 'https://a.test', secrets: ['whsec_YQ=='] })] }),
  ],
  ['verifyWebhook of nothing', () => verifyWebhook(any(undefined))],
  ['verifyWebhook of one secret', () => verifyWebhook(any({ headers: {}, body: '', secrets: 'whsec_a' }))],
];

it.each(MISTAKES)('%s', async (_what, make) => {
  expect(await textOfMistake(make)).toMatchSnapshot();
});

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;

(hasSqlite ? it : it.skip)('settleIn() of SQLite without a database', async () => {
  const ledger = new SqliteCallLedger({ file: ':memory:' });
  expect(await textOfMistake(() => ledger.settleIn({}, any({}), any({})))).toMatchSnapshot();
});
