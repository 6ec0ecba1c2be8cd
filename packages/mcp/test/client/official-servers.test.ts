import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compose, createRuntime, type Run, type Runtime } from '@haft/runtime';
import { mcpToolset, type McpToolset, type McpToolsetOptions } from '../../src/client/index.js';
import { areInstalled } from '../support/peer.js';
import { quietLogger } from '../support/quiet-logger.js';

const servers = fileURLToPath(new URL('../../peers/node_modules/@modelcontextprotocol/', import.meta.url));
if (!areInstalled)
  console.warn(
    'notice: the official MCP servers are not installed (npm run peers -w @haft/mcp); their tests are skipped.',
  );
const described = areInstalled ? describe : describe.skip;

described('the official servers as toolsets', () => {
  let folder: string;
  let files: McpToolset;
  let runtime: Runtime;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-mcp-official-'));
  });
  afterEach(async () => {
    await files.close();
    await runtime.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(server: string, args: readonly string[], options: Partial<McpToolsetOptions> = {}): Run {
    files = mcpToolset({
      name: server,
      server: {
        command: process.execPath,
        args: [join(servers, `server-${server}`, 'dist', 'index.js'), ...args],
        ...environment(),
      },
      logger: quietLogger(),
      ...options,
    });
    runtime = createRuntime({ toolsets: compose(files), observe: { logger: quietLogger() } }) as Runtime;
    return runtime.startRun();
  }

  const environment = () => ({ env: { MEMORY_FILE_PATH: join(folder, 'memory.json') } });

  test('filesystem: a wrong call gets our prompt, a right one reads the file, a path outside is an error for the model', async () => {
    writeFileSync(join(folder, 'a.txt'), 'hello');
    const run = start('filesystem', [folder], { prefix: 'fs' });
    const names = (await run.definitions()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fs_read_text_file', 'fs_write_file', 'fs_list_directory']));
    expect(files.refused()).toEqual([]);
    const wrong = await run.call({ name: 'fs_read_text_file', arguments: { file: 'a.txt' } });
    expect(wrong.status).toBe('retry');
    expect(wrong.text).toContain('- path: ');
    const right = await run.call({ name: 'fs_read_text_file', arguments: { path: join(folder, 'a.txt') } });
    expect(right).toMatchObject({ status: 'success', value: { content: 'hello' }, text: 'hello' });
    const outside = await run.call({ name: 'fs_read_text_file', arguments: { path: '/etc/hostname' } });
    expect(outside).toMatchObject({ status: 'retry', text: expect.stringContaining('Access denied') });
  });

  test('memory: structured results pass the schema that the server promises', async () => {
    const run = start('memory', []);
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote programs'] }];
    expect(await run.call({ name: 'create_entities', arguments: { entities } })).toMatchObject({ status: 'success' });
    expect(await run.call({ name: 'read_graph', arguments: {} })).toMatchObject({
      status: 'success',
      value: { entities, relations: [] },
    });
    // A single entity where a list is wanted: coerced before the server hears of it.
    const single = { name: 'Eve', entityType: 'person', observations: ['listens'] };
    const coerced = await run.call({ name: 'create_entities', arguments: { entities: single } });
    expect(coerced).toMatchObject({ status: 'success', repairs: [{ path: ['entities'] }] });
  });

  test('everything: text, images, structured content, progress and annotations arrive', async () => {
    const progress: unknown[] = [];
    const run = start('everything', ['stdio']);
    const definitions = await run.definitions();
    expect(definitions.length).toBeGreaterThan(8);
    expect(files.refused()).toEqual([]);
    const find = (part: string): string => definitions.find(({ name }) => name.includes(part))?.name ?? part;
    expect(await run.call({ name: find('echo'), arguments: { message: 'hi' } })).toMatchObject({ text: 'Echo: hi' });
    const image = await run.call({ name: find('image'), arguments: {} });
    expect(image).toMatchObject({
      status: 'success',
      parts: expect.arrayContaining([expect.objectContaining({ type: 'image' })]),
    });
    const structured = await run.call({ name: find('structured'), arguments: { location: 'New York' } });
    expect(structured).toMatchObject({ status: 'success', value: { temperature: expect.any(Number) } });
    await run.call(
      { id: 'long', name: find('long_running'), arguments: { duration: 0.3, steps: 3 } },
      { onProgress: (step) => progress.push(step) },
    );
    expect(progress.length).toBeGreaterThan(0);
  });
});
