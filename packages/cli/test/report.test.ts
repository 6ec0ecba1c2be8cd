import { haft, project } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

afterAll(removeTemporaryFolders);

const TOOLSET = `import { Tool, Toolset } from 'haft';

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
  const { code, out, err } = haft(folder, ['report', 'calls.jsonl']);
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
