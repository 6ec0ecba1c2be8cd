import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, type ElicitResult } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/*
 * The files of docs/guide/toolsets/file.md: a project that `haft mcp` serves, and the configuration
 * of an MCP client. The test starts the command of that configuration, as a client does.
 */

const FIXTURE = join(import.meta.dirname, 'fixtures/mcp-files');
const REPOSITORY = resolve(import.meta.dirname, '../../..');

interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

describe('haft mcp with the file toolset, started by the configuration of a client [MCP-2, TOOL-1]', () => {
  let folder: string;
  let root: string;
  /** A client that cannot ask its user. */
  let client: Client;
  /** A client that can, and the answers of its user. */
  let asking: Client;
  let answers: ElicitResult[];

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'haft-mcp-files-')));
    root = join(folder, 'documents');
    cpSync(FIXTURE, join(folder, 'server'), { recursive: true });
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'server/node_modules'));
    mkdirSync(join(root, 'notes'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    client = await connect();
    asking = await connect(() => answers.shift() ?? { action: 'cancel' });
  });
  beforeEach(() => {
    writeFileSync(join(root, 'notes/plan.md'), 'Monday\nTuesday\n');
    answers = [];
  });
  afterAll(async () => {
    for (const one of [client, asking]) await one.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts the server of the configuration, with the paths of these tests. */
  async function connect(decide?: () => ElicitResult): Promise<Client> {
    const config = readFileSync(join(FIXTURE, 'client.json'), 'utf8')
      .replace('/home/me/files-server', join(folder, 'server'))
      .replace('/home/me/documents', root);
    const { mcpServers } = JSON.parse(config) as { readonly mcpServers: Readonly<Record<string, ServerEntry>> };
    const { command, args, env } = mcpServers['files'] as ServerEntry;
    const capabilities = decide === undefined ? {} : { elicitation: {} };
    const connected = new Client({ name: 'test', version: '1' }, { capabilities });
    if (decide !== undefined) connected.setRequestHandler('elicitation/create', async () => decide());
    const merged = { ...getDefaultEnvironment(), ...env };
    // A client starts its servers in any folder.
    const where = { cwd: tmpdir(), stderr: 'ignore' } as const;
    await connected.connect(new StdioClientTransport({ command, args: [...args], env: merged, ...where }));
    return connected;
  }

  it('lists the tools with their schemas and hints', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'files', version: '1.0.0' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'file_read',
      'file_write',
      'file_edit',
      'file_list',
      'file_search',
      'file_move',
      'file_delete',
    ]);
    expect(tools[0]).toMatchObject({
      inputSchema: { type: 'object', required: ['paths'] },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, openWorldHint: false },
    });
  });

  it('reads, edits and finds files of the root, and nothing outside', async () => {
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const edit = { path: 'notes/plan.md', edits: [{ old: 'Tuesday', new: 'Thursday' }] };
    expect(await call('file_edit', edit)).toMatchObject({ structuredContent: { replacements: 1 } });
    expect(await call('file_read', { paths: ['notes/plan.md'] })).toMatchObject({
      structuredContent: { files: [{ content: 'Monday\nThursday\n', totalLines: 2 }] },
    });
    expect(await call('file_search', { query: 'Thurs' })).toMatchObject({
      structuredContent: { matches: [{ path: 'notes/plan.md', line: 2, text: 'Thursday' }] },
    });
    expect(await call('file_read', { paths: ['../secret.txt'] })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('The path leaves the workspace: ../secret.txt') }],
    });
  });

  it('asks the user of the client before it deletes', async () => {
    answers = [{ action: 'decline' }, { action: 'accept', content: { approve: true } }];
    const call = { name: 'file_delete', arguments: { path: 'notes/plan.md' } };
    expect(await asking.callTool(call)).toMatchObject({ isError: true });
    expect(readFileSync(join(root, 'notes/plan.md'), 'utf8')).toContain('Monday');
    expect(await asking.callTool(call)).toMatchObject({ structuredContent: { deleted: 1 } });
    expect(() => readFileSync(join(root, 'notes/plan.md'))).toThrow('ENOENT');
  });

  it('deletes nothing for a client that cannot ask', async () => {
    expect(await client.callTool({ name: 'file_delete', arguments: { path: 'notes/plan.md' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('This client cannot ask its user.') }],
    });
    expect(readFileSync(join(root, 'notes/plan.md'), 'utf8')).toContain('Monday');
  });
});
