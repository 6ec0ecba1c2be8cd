import { serveMcp } from '@haft/mcp';
import { mcpToolset } from '@haft/mcp/client';
import { createRuntime, type Run } from '@haft/runtime';
import { fileToolset } from '../../../src/file/index.js';
import { ask, folderWith, removeFolders } from '../support/file-run.js';

afterAll(removeFolders);

it('file tools are served over MCP to any client: texts, structured results, media and hints', async () => {
  const root = folderWith({ 'a.txt': 'one\ntwo\n', 'image.png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') });
  const runtime = createRuntime({ toolsets: fileToolset({ root, media: true, approval: 'none' }) });
  const mcp = serveMcp(runtime, { name: 'files', version: '1.0.0' });
  const { url, close } = await mcp.listen({ port: 0 });
  const files = mcpToolset({ name: 'files', server: { url } });
  const run = createRuntime({ toolsets: files }).startRun() as Run;

  const definitions = await run.definitions();
  expect(definitions.map(({ name }) => name)).toEqual([
    'file_read',
    'file_write',
    'file_edit',
    'file_list',
    'file_search',
    'file_view',
    'file_move',
    'file_delete',
  ]);
  expect(definitions[0]?.hints).toMatchObject({ readOnly: true });
  expect(await ask(run, 'file_edit', { path: 'a.txt', edits: [{ old: 'two', new: '2' }] })).toContain(
    '1 replacement, on line 2.',
  );
  expect(await ask(run, 'file_read', { paths: ['a.txt'] })).toContain('a.txt, 2 lines:\none\n2\n');
  expect(await ask(run, 'file_read', { paths: ['b.txt'] })).toContain('There is no b.txt. Did you mean a.txt?');
  expect(await ask(run, 'file_read', { paths: ['../b.txt'] })).toContain('The path leaves the workspace: ../b.txt');
  expect(await ask(run, 'file_search', { query: 'one' })).toBe('success: a.txt\n1: one');
  const view = await run.call('file_view', { path: 'image.png' });
  expect(view).toMatchObject({ parts: [{ type: 'text' }, { type: 'image', mediaType: 'image/png' }] });

  await run.end();
  await files.close();
  await mcp.close();
  await close();
  await runtime.dispose();
});
