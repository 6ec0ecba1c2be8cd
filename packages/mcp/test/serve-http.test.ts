import { afterEach, describe, expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { serveMcp, type McpOptions } from '../src/index.js';
import { notesLog, notesTools } from './fixtures/notes-tools.mjs';
import { connectHttp, ERAS, listening } from './support/connect.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function serve(options: McpOptions = {}) {
  const log = notesLog();
  const runtime = createRuntime({ toolsets: notesTools(log), logger: quiet });
  const mcp = serveMcp(runtime, { name: 'notes', version: '1.2.3', ...options });
  return { log, mcp, url: await listening(mcp, closers) };
}

describe.each(ERAS)('over HTTP, protocol $era', (era) => {
  it('lists tools', async () => {
    const { url } = await serve();
    const client = await connectHttp(url, era, closers);
    expect(client.getServerVersion()).toMatchObject({ name: 'notes', version: '1.2.3' });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(10);
    expect(tools[0]).toMatchObject({ name: 'note_read', title: 'Read a note', annotations: { readOnlyHint: true } });
  });

  it('gives structured content, and the same as JSON text', async () => {
    const { url } = await serve();
    const client = await connectHttp(url, era, closers);
    await client.listTools();
    const result = await client.callTool({ name: 'note_read', arguments: { id: 7 } });
    const value = { id: 7, text: 'Note 7', at: '1970-01-01T00:00:00.000Z' };
    expect(result).toMatchObject({ structuredContent: value });
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(value) }]);
  });

  it('answers bad arguments with the retry prompt as an error result', async () => {
    const { url } = await serve();
    const client = await connectHttp(url, era, closers);
    const result = await client.callTool({ name: 'note_write', arguments: { text: '', kind: 'x' } });
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([
      {
        type: 'text',
        text:
          "Tool call validation failed for tool 'note_write':\n" +
          '- text: expected a string of at least 1 character, received ""\n' +
          '- kind: expected one of "short", "long", received "x"\n\n' +
          'Fix the errors and try again.',
      },
    ]);
  });

  it('answers an unknown tool with the JSON-RPC error -32602', async () => {
    const { url } = await serve();
    const client = await connectHttp(url, era, closers);
    await expect(client.callTool({ name: 'note_red', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Did you mean 'note_read'?") as string,
    });
  });
});
