import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { atEnd, connect, ERAS } from './support/connect.js';
import { connectProcess } from './support/connect-stdio.js';
import { eventually } from './support/eventually.js';
import { builtProject, HAFT, NOISY_PROJECT } from './support/project.js';

describe.each(ERAS)('haft mcp, protocol $era', (era) => {
  it('serves a built project over stdio, under its name, whatever it prints [MCP-2]', async () => {
    const cwd = builtProject(NOISY_PROJECT);
    const { client, errors } = await connectProcess([HAFT, 'mcp'], era, { cwd });
    const problems: Error[] = [];
    client.onerror = (error) => problems.push(error);
    expect(client.getServerVersion()).toMatchObject({ name: 'my-notes', version: '4.5.6', title: 'My notes' });
    expect((await client.listTools()).tools).toHaveLength(10);
    const result = await client.callTool({ name: 'note_write', arguments: { text: 'x' } });
    expect(result).toMatchObject({ content: [{ text: 'written: x' }] });
    await client.callTool({ name: 'note_scan', arguments: {} });
    await eventually(() => errors().includes('an event'));
    expect(errors()).toMatch(/loading[^]*nonsense[^]*an event/);
    expect(problems).toEqual([]);
    await client.close();
    await eventually(() => errors().includes('seen'));
    expect(errors()).toContain('seen: [{"userId":"me"}]');
  });

  it('serves it over HTTP until it is told to stop [MCP-2]', async () => {
    const child = spawn(process.execPath, [HAFT, 'mcp', '--http', '0'], {
      cwd: builtProject(NOISY_PROJECT),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    atEnd(async () => child.kill('SIGKILL'));
    let errors = '';
    const url = await new Promise<URL>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        errors += chunk.toString();
        const shown = /Serving MCP at (\S+)/.exec(errors)?.[1];
        if (shown !== undefined) resolve(new URL(shown));
      });
    });
    const client = await connect(url, era);
    expect(await client.callTool({ name: 'note_list', arguments: {} })).toMatchObject({ structuredContent: {} });
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    await eventually(() => errors.includes('seen'));
    expect(errors).toContain('seen: []');
  });
});
