import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, createRuntime } from '@haft/runtime';
import { mcpToolset, type Pins } from '../../src/client/index.js';
import { foreignProcess, foreignTool } from '../support/foreign-process.js';

/* The code of docs/guide/using-mcp-servers.md, executed. */

const tools = ['echo', 'wipe'].map((name) => foreignTool(name, { annotations: { readOnlyHint: name === 'echo' } }));
const asking = foreignProcess([foreignTool('ask')]);
const foreign = foreignProcess(tools);
const { command, args } = foreign.server;
const folder = mkdtempSync(join(tmpdir(), 'haft-guide-'));
const pinsFile = join(folder, 'mcp-pins.json');
afterAll(() => {
  foreign.remove();
  asking.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('tools of a server, composed and called', async () => {
  // #region use
  const disk = mcpToolset({ name: 'disk', server: { command, args }, prefix: 'disk' });
  const careful = compose(disk).requireApproval(({ hints }) => hints?.readOnly !== true);
  const runtime = createRuntime({ toolsets: careful });

  const run = runtime.startRun();
  const [first] = await run.definitions(); // disk_echo: connects now
  const outcome = await run.call({ name: 'disk_echo', arguments: '{}' }); // success
  const waiting = await run.call({ name: 'disk_wipe', arguments: '{}' }); // deferred: an approval
  await disk.close();
  // #endregion use
  expect([first?.name, outcome.status, waiting.status]).toEqual(['disk_echo', 'success', 'deferred']);
});

test('definitions that were looked at are pinned in a file', async () => {
  writeFileSync(pinsFile, '{}');
  // #region pins
  const pins = JSON.parse(readFileSync(pinsFile, 'utf8')) as Pins; // from the repository of the application
  const disk = mcpToolset({ name: 'disk', server: { command, args }, pins });
  await disk.tools();
  for (const { tool, kind, definition } of disk.changes()) console.log(kind, tool, definition.description);
  // After a review of the changes:
  disk.accept(Object.fromEntries(disk.changes().map(({ tool, hash }) => [tool, hash])));
  writeFileSync(pinsFile, JSON.stringify(disk.pins(), null, 2));
  // #endregion pins
  expect((await disk.tools()).map(({ definition }) => definition.name)).toEqual(['echo', 'wipe']);
  expect(Object.keys(JSON.parse(readFileSync(pinsFile, 'utf8')) as object)).toEqual(['echo', 'wipe']);
  await disk.close();
});

test('a question of a server, answered by the user', async () => {
  const { command, args } = asking.server;
  // #region elicit
  const paint = mcpToolset({
    name: 'paint',
    server: { command, args },
    protocol: 'legacy', // the server is one of 2025-11-25
    onElicit: async ({ message }) => {
      const colour = await prompt(message); // your dialog
      return colour === '' ? { action: 'decline' } : { action: 'accept', content: { colour } };
    },
  });
  // #endregion elicit
  const { text } = await createRuntime({ toolsets: paint }).startRun().call({ name: 'ask' });
  expect(text).toBe('accept Which colour? red');
  await paint.close();
});

/** Stands for a dialog with the user. */
const prompt = async (message: string): Promise<string> => `${message} red`;
