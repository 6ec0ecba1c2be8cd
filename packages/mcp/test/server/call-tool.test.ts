import { describe, expect, it, jest } from '@jest/globals';
import type { LoggingMessageNotification } from '@modelcontextprotocol/client';
import { connect, ERAS, serveNotes } from '../support/connect.js';
import { eventually } from '../support/eventually.js';

const text = (one: string) => ({ content: [{ type: 'text', text: one }] });

describe.each(ERAS)('tools/call, protocol $era', (era) => {
  it('gives structured content, and the same as JSON text [MCP-2, TSP-13]', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, era);
    await client.listTools(); // from now on the client checks structured content
    const value = { id: 7, text: 'Note 7', at: '1970-01-01T00:00:00.000Z' };
    expect(await client.callTool({ name: 'note_read', arguments: { id: 7 } })).toMatchObject({
      ...text(JSON.stringify(value)),
      structuredContent: value,
    });
    expect(await client.callTool({ name: 'note_list', arguments: {} })).toMatchObject({
      ...text('["a","b"]'),
      structuredContent: era.era === '2026-07-28' ? ['a', 'b'] : { result: ['a', 'b'] },
    });
  });

  it('gives a text as it is, once', async () => {
    const { url, log } = await serveNotes();
    const client = await connect(url, era);
    const result = await client.callTool({ name: 'note_write', arguments: { text: 'hi' } });
    expect(result).toMatchObject(text('written: hi'));
    expect(result).not.toHaveProperty('structuredContent');
    expect(log.written).toEqual(['hi']);
  });

  it('answers bad arguments with the retry prompt, as an error result [VAL-1]', async () => {
    const { url, log } = await serveNotes();
    const client = await connect(url, era);
    expect(await client.callTool({ name: 'note_write', arguments: { text: '', kind: 'x' } })).toMatchObject({
      isError: true,
      ...text(
        "Tool call validation failed for tool 'note_write':\n" +
          '- text: expected a string of at least 1 character, received ""\n' +
          '- kind: expected one of "short", "long", received "x"\n\n' +
          'Fix the errors and try again.',
      ),
    });
    expect(log.written).toEqual([]);
  });

  it('repairs nearly correct arguments of a model', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, era);
    expect(await client.callTool({ name: 'note_read', arguments: { id: '3' } })).toMatchObject({
      structuredContent: { id: 3 },
    });
  });

  it('answers intended errors of a tool with their text, and hides all others', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, era);
    const fail = (how: string) => client.callTool({ name: 'note_fail', arguments: { how } });
    expect(await fail('retry')).toMatchObject({
      isError: true,
      ...text('There is no such note. Call note_list.\n\nFix the errors and try again.'),
    });
    expect(await fail('failed')).toMatchObject({ isError: true, ...text('The disk is full.') });
    const masked = await fail('exception');
    expect(masked.isError).toBe(true);
    expect(JSON.stringify(masked)).not.toMatch(/secret|hunter2|postgres|at .*\.mjs/);
  });

  it('answers an unknown tool with the JSON-RPC error -32602', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, era);
    await expect(client.callTool({ name: 'note_red', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Did you mean 'note_read'?"),
    });
  });

  it('gives parts of every kind', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, era);
    const { content } = await client.callTool({ name: 'note_media', arguments: {} });
    expect(content).toEqual([
      { type: 'text', text: 'All kinds:' },
      { type: 'image', data: expect.stringMatching(/^iVBOR/), mimeType: 'image/png' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///hi%20there.txt', mimeType: 'text/plain', text: 'hi' } },
      { type: 'resource_link', uri: 'https://example.com/n/1', name: 'Note 1', mimeType: 'text/html' },
    ]);
  });

  it("creates a separate run for every request, from the host's facts about it", async () => {
    const { url, log } = await serveNotes({
      context: ({ headers, transport, method, protocolVersion, client, incoming }) => ({
        deps: { transport, method, protocolVersion, client, address: incoming?.socket.remoteAddress },
        userId: headers.get('x-user') ?? 'nobody',
      }),
    });
    const call = async (user: string) => {
      const client = await connect(url, era, { headers: { 'x-user': user } });
      await client.callTool({ name: 'note_write', arguments: { text: 'hi' } });
    };
    await call('ada');
    await call('bob');
    expect(log.seen.map(({ userId }) => userId)).toEqual(['ada', 'bob']);
    expect(log.seen[0]?.deps).toMatchObject({
      transport: 'http',
      method: 'tools/call',
      protocolVersion: era.era,
      client: { name: 'test', version: '1' },
      address: '127.0.0.1',
    });
  });

  it('tells a client nothing of a mistake in the wiring, and the developer all', async () => {
    const { url, errors } = await serveNotes({
      context: () => {
        throw new Error('no connection to postgres://admin:hunter2@db');
      },
    });
    const client = await connect(url, era);
    const failure = await client.callTool({ name: 'note_list', arguments: {} }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: -32603, message: expect.not.stringMatching(/postgres/) });
    expect(errors).toContainEqual(expect.objectContaining({ message: expect.stringMatching(/postgres/) }));
  });

  it('reports mistakes even without a listener', async () => {
    const written = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { url } = await serveNotes({
      onError: undefined as never,
      context: ({ method }) => {
        if (method === 'tools/call') throw new Error('a mistake');
        return {};
      },
    });
    const client = await connect(url, era);
    await client.callTool({ name: 'note_list', arguments: {} }).catch(() => undefined);
    expect(written.mock.calls).toEqual([[expect.any(String), expect.objectContaining({ message: 'a mistake' })]]);
    written.mockRestore();
  });

  it('sends progress to who asked for it', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, era);
    const told: unknown[] = [];
    await client.callTool({ name: 'note_scan', arguments: {} }, { onprogress: (progress) => told.push(progress) });
    expect(told).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, message: 'nearly' },
      { progress: 3, message: '{"pages":7}' },
    ]);
  });

  it('cancels the call when the client cancels the request', async () => {
    const { url, log } = await serveNotes();
    const client = await connect(url, era);
    const cancel = new AbortController();
    const call = client.callTool(
      { name: 'note_wait', arguments: {} },
      { signal: cancel.signal, onprogress: () => cancel.abort() },
    );
    await expect(call).rejects.toThrow();
    await eventually(() => log.cancelled > 0);
    expect(log.cancelled).toBe(1);
  });

  it('keeps log lines for the developer, unless the host lets clients have them', async () => {
    for (const logging of [false, true]) {
      const { url } = await serveNotes({ logging });
      const client = await connect(url, era);
      const told: LoggingMessageNotification['params'][] = [];
      client.setNotificationHandler('notifications/message', ({ params }) => void told.push(params));
      const _meta = { 'io.modelcontextprotocol/logLevel': 'info' };
      if (era.era === '2025-11-25' && logging) await client.setLoggingLevel('info');
      await client.callTool({ name: 'note_scan', arguments: {}, ...(era.era === '2026-07-28' ? { _meta } : {}) });
      expect(told).toEqual(
        logging ? [{ level: 'info', logger: 'note_scan', data: { message: 'scanned', details: { pages: 7 } } }] : [],
      );
    }
  });
});

describe('arguments beyond the limits', () => {
  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])));

  it.each([
    ['nested 5,000 levels deep', deep, 'nested more than 64 levels'],
    ['with 20,000 keys', wide, 'more than 10000 values'],
  ])('%s are refused by the limits, and nothing sorts them before', async (_what, args, refusal) => {
    const { url, errors } = await serveNotes({ sessions: false });
    const sort = jest.spyOn(Array.prototype, 'sort');
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      // Not by a client: it could not write them.
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note_list","arguments":${args}}}`,
    });
    const answer = await response.text();
    const sorted = sort.mock.contexts.filter((list) => (list as unknown[]).length > 10_000);
    sort.mockRestore();
    expect(sorted).toEqual([]);
    expect(answer).toContain('"isError":true');
    expect(answer).toContain(refusal);
    expect(errors).toEqual([]);
  });
});
