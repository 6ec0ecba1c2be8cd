import { describe, expect, it } from '@jest/globals';
import { connect, ERAS, serveNotes } from '../support/connect.js';
import { eventually } from '../support/eventually.js';

const CALLS = 50;

describe.each(ERAS)('many calls at once, protocol $era', (era) => {
  it('are all cancelled with their requests, and none reports success', async () => {
    const { url, log, errors } = await serveNotes({}, { limits: { concurrency: { runtime: CALLS } } });
    const client = await connect(url, era);
    const outcomes = Array.from({ length: CALLS }, async () => {
      const cancel = new AbortController();
      const options = { signal: cancel.signal, onprogress: () => cancel.abort() };
      return client.callTool({ name: 'note_wait', arguments: {} }, options).then(
        () => 'answered',
        () => 'rejected',
      );
    });
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['rejected']));
    await eventually(() => log.cancelled === CALLS);
    expect(log.cancelled).toBe(CALLS);
    expect(await client.callTool({ name: 'note_list', arguments: {} })).toMatchObject({ structuredContent: {} });
    expect(errors).toEqual([]);
  });
});

describe('a client whose connection is lost in the middle of a call', () => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const post = (url: URL, message: object, more: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(url, {
      method: 'POST',
      ...more,
      headers: { ...headers, ...more.headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });

  /** Calls and drops the connection once the call reports that it runs. */
  async function callAndDrop(url: URL, more: Record<string, string> = {}): Promise<void> {
    const drop = new AbortController();
    const params = { name: 'note_wait', arguments: {}, _meta: { progressToken: 'p' } };
    const response = await post(url, { method: 'tools/call', params }, { headers: more, signal: drop.signal });
    await response.body?.getReader().read();
    drop.abort();
  }

  it('in a session of 2025-11-25 has not cancelled it, but the end of the session does', async () => {
    const { url, log } = await serveNotes();
    const opened = await post(url, {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    await opened.text();
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await callAndDrop(url, session);
    // The server has answered another request since, and the call still runs.
    await (await post(url, { id: 2, method: 'tools/list' }, { headers: session })).text();
    expect(log.cancelled).toBe(0);
    await fetch(url, { method: 'DELETE', headers: session });
    await eventually(() => log.cancelled === 1);
    expect(log.cancelled).toBe(1);
  });

  it('without sessions has cancelled it, since nothing could bring the result', async () => {
    const { url, log } = await serveNotes({ sessions: false });
    await callAndDrop(url);
    await eventually(() => log.cancelled === 1);
    expect(log.cancelled).toBe(1);
  });
});
