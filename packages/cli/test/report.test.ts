import { join } from 'node:path';
import { haft, haftInThread, project, runWith } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

afterAll(removeTemporaryFolders);

const TOOLSET = `import { Tool, Toolset } from '@haft/core';

/** Tickets. */
@Toolset({ prefix: 'ticket' })
export class TicketToolset {
  /** Opens a ticket. */
  @Tool()
  open(priority: 'low' | 'high'): string { return priority; }
}
`;

function line(facts: object): string {
  const usual = { at: 1e12, ms: 2, runId: 'r', callId: 'c', tool: 'ticket_open', status: 'success', tokens: 5 };
  return JSON.stringify({ ...usual, ...facts });
}
const issue = { path: ['priority'], rule: 'enum', expected: '"low" or "high"', received: '"urgent"' };
const CALLS = [1, 2, 3].flatMap((id) => [
  line({ callId: `a${id}`, status: 'retry', issues: [issue] }),
  line({ callId: `b${id}`, repairs: [{ path: ['n'], kind: 'coercion', from: '"1"', to: '1' }] }),
  line({ callId: `c${id}`, tool: 'new_ticket', status: 'retry', isUnknown: true }),
]);

const folder = project({ 'src/ticket.toolset.ts': TOOLSET, 'calls.jsonl': `${CALLS.join('\n')}\n` });

test('haft report prints the mistakes, and the changes that would help with the line of the tool [OBS-6]', () => {
  const { code, out, err } = haftInThread(folder, ['report', join(folder, 'calls.jsonl')]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(`9 calls of 1 tool, 3 retries (2001-09-09 01:46 to 2001-09-09 01:46)

tool         calls  retries  failed  denied  cut  median   p95  tokens
ticket_open      6        3       0       0    0    2 ms  2 ms      30

Mistakes
  3  ticket_open priority enum: "urgent" (3), expected "low" or "high"
  3  ticket_open repaired: coercion

Names that no tool has
  3  new_ticket → ticket_open

What would help
  ticket_open src/ticket.toolset.ts:8
    3 calls asked for \`new_ticket\`: add it to the aliases of \`ticket_open\`, if it means this tool.
  ticket_open src/ticket.toolset.ts:8
    3 of 6 calls sent \`"urgent"\` for \`priority\`: add it as a value, or describe the values.
`);
});

test('haft report reads the standard input outside of a project, and prints JSON [OBS-6]', () => {
  const { code, out } = haft('/', ['report', '-', '--format', 'json'], CALLS.join('\n'));
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    calls: 9,
    tools: [{ tool: 'ticket_open', calls: 6, retries: 3 }],
    unknown: [{ name: 'new_ticket', calls: 3, meant: 'ticket_open' }],
    suggestions: [{ kind: 'alias' }, { kind: 'value', parameter: 'priority', calls: 3, of: 6 }],
  });
});

test('haft report finds the line of a tool that a wrapper renames with a prefix [OBS-6]', () => {
  const calls = [1, 2, 3].map((id) => line({ callId: `a${id}`, tool: 'shop_ticket_open', status: 'denied' }));
  const { out } = haft(folder, ['report', '-', '--json'], calls.join('\n'));
  expect(JSON.parse(out)).toMatchObject({
    suggestions: [{ tool: 'shop_ticket_open', source: 'src/ticket.toolset.ts:8' }],
  });
});

test('haft report names a line that is not a recorded call', () => {
  const { code, err } = haft(folder, ['report', '-'], `${CALLS[0]!}\n{"tool":"x"}\n`);
  expect(code).toBe(2);
  expect(err).toContain('-:2 is not a recorded call.');
});

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
if (!hasSqlite) console.warn('notice: this Node has no SQLite; the tests of `haft report` with a ledger are skipped.');

/** Makes four calls that wait in a ledger, denies three, and prints the report of the page. */
const MAKE = `import { createRuntime, decision, defineTool, toolset } from 'haft';
import { callReport, callsOfLedger } from 'haft/telemetry';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { DatabaseSync } from 'node:sqlite';
const open = defineTool({
  name: 'ticket_open',
  description: 'Opens a ticket.',
  parameters: { type: 'object', properties: { priority: { enum: ['low', 'high'] } } },
  settings: { approvals: [true] },
  execute: () => 'opened',
});
const ledger = new SqliteCallLedger({ file: 'calls.db' });
const runtime = createRuntime({ toolsets: [toolset('tickets', [open])], durability: { ledger } });
for (const id of ['r1', 'r2', 'r3', 'r4'])
  await runtime.startRun({ id }).call({ id: 'c1', name: 'ticket_open', arguments: { priority: 'low' } });
const { calls } = await runtime.pending.list();
for (const { key } of calls.slice(1)) await runtime.pending.decide(key, decision.deny('No.'));
const read = await callsOfLedger(runtime.pending);
console.log(JSON.stringify({ ...callReport(read.calls), isPartial: read.isPartial }));
await ledger.close();
new DatabaseSync('other.db').exec('CREATE TABLE things (id INTEGER)');
`;
const TABLES = `import { DatabaseSync } from 'node:sqlite';
console.log(new DatabaseSync('other.db').prepare('SELECT name FROM sqlite_master').all().length);
`;

(hasSqlite ? describe : describe.skip)('haft report over a ledger [OBS-6]', () => {
  const shop = project({ 'src/ticket.toolset.ts': TOOLSET, 'make.js': MAKE, 'tables.js': TABLES });
  let ofPage: { readonly suggestions: readonly object[] };

  beforeAll(() => {
    const { code, out, err } = runWith(shop, ['make.js'], {});
    if (code !== 0) throw new Error(err);
    ofPage = JSON.parse(out) as typeof ofPage;
  });

  test('counts the calls, and says what a ledger does not have', () => {
    const { code, out, err } = haft(shop, ['report', 'calls.db']);
    expect([code, err]).toEqual([0, '']);
    expect(out.replace(/\(20.*\)/, '(TIMES)')).toBe(`4 calls of 1 tool (TIMES)
A ledger has no calls with invalid arguments or unknown names, and no times of calls: record calls for these.

tool         calls  retries  failed  denied  cut  median  p95  tokens
ticket_open      4        -       0       3    -       -    -       3

What would help
  ticket_open src/ticket.toolset.ts:8
    3 of 4 calls were denied: say in the description when to call the tool.
`);
  });

  test('prints the numbers of the page as JSON, with the lines of tools', () => {
    const { out } = haftInThread(shop, ['report', join(shop, 'calls.db'), '--json']);
    const source = 'src/ticket.toolset.ts:8';
    expect(JSON.parse(out)).toEqual({ ...ofPage, suggestions: ofPage.suggestions.map((one) => ({ ...one, source })) });
  });

  test('creates no tables in a database of something else', () => {
    const { code, err } = haftInThread(shop, ['report', join(shop, 'other.db')]);
    expect(code).toBe(2);
    expect(err).toContain('other.db is not a ledger: it has no table haft_calls.');
    expect(runWith(shop, ['tables.js'], {}).out).toBe('1\n');
  });
});
