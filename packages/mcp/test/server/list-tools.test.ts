import { describe, expect, it } from '@jest/globals';
import type { ListToolsResult } from '@modelcontextprotocol/client';
import { connect, ERAS, serveNotes } from '../support/connect.js';

const NAMES = ['read', 'write', 'list', 'fail', 'media', 'scan', 'wait', 'delete', 'print', 'sign'];

describe.each(ERAS)('tools/list, protocol $era', (era) => {
  it('gives all tools, in the order of the runtime', async () => {
    const { url } = await serveNotes();
    const { tools } = await (await connect(url, era)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES.map((name) => `note_${name}`));
  });

  it('gives title, icons that a client may load, and the hints as annotations [TSP-19]', async () => {
    const { url } = await serveNotes();
    const { tools } = await (await connect(url, era)).listTools();
    expect(tools[0]).toMatchObject({
      title: 'Read a note',
      annotations: { readOnlyHint: true, openWorldHint: false },
      icons: [{ src: 'https://example.com/note.png', mimeType: 'image/png', sizes: ['48x48'] }],
    });
    expect(tools[1]?.annotations).toEqual({ destructiveHint: true, idempotentHint: false });
    expect(tools[2]).not.toHaveProperty('annotations');
  });

  it('gives an output schema for structured results, and none for texts [TSP-13, SCH-17]', async () => {
    const { url } = await serveNotes();
    const { tools } = await (await connect(url, era)).listTools();
    const outputs = Object.fromEntries(tools.map(({ name, outputSchema }) => [name, outputSchema]));
    const list = { type: 'array', items: { type: 'string' } };
    expect(outputs['note_read']).toMatchObject({ type: 'object', required: ['id', 'text', 'at'] });
    expect(outputs['note_write']).toBeUndefined();
    // Before 2026-07-28, the root must be an object: the SDK wraps other values.
    expect(outputs['note_list']).toEqual(
      era.era === '2026-07-28' ? list : { type: 'object', properties: { result: list }, required: ['result'] },
    );
  });

  it('gives pages, each of which begins where the one before ended', async () => {
    const { url } = await serveNotes({ pageSize: 4 });
    const client = await connect(url, era);
    const names: string[][] = [];
    let params: { cursor?: string } | undefined = {};
    while (params !== undefined) {
      const page: ListToolsResult = await client.request({ method: 'tools/list', params });
      names.push(page.tools.map(({ name }) => name));
      params = page.nextCursor === undefined ? undefined : { cursor: page.nextCursor };
    }
    expect(names.map((page) => page.length)).toEqual([4, 4, 2]);
    expect(names.flat()).toEqual(NAMES.map((name) => `note_${name}`));
  });

  it('refuses a cursor that no page gave', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, era);
    await expect(client.listTools({ cursor: 'bm90aGluZw' })).rejects.toMatchObject({ code: -32602 });
  });

  it("shows the tools of the request's run", async () => {
    const { url } = await serveNotes(
      { context: ({ headers }) => ({ userId: headers.get('x-user') ?? 'nobody' }) },
      { prepare: (run, definitions) => definitions.filter(() => run.userId === 'ada') },
    );
    expect((await (await connect(url, era, { headers: { 'x-user': 'ada' } })).listTools()).tools).toHaveLength(10);
    expect((await (await connect(url, era)).listTools()).tools).toHaveLength(0);
  });

  it('tells clients that tools changed', async () => {
    const { mcp, url } = await serveNotes();
    const client = await connect(url, era);
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    if (era.era === '2026-07-28') await client.listen({ toolsListChanged: true });
    const again = setInterval(() => mcp.toolsChanged(), 50);
    await told;
    clearInterval(again);
  });
});
