import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { connect, ERAS, serveNotes } from '../support/connect.js';

const [legacy, modern] = ERAS;
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function initialize(url: URL, more: Record<string, string> = {}): Promise<string | null> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  });
  const response = await fetch(url, { method: 'POST', headers: { ...headers, ...more }, body });
  await response.text();
  return response.headers.get('mcp-session-id');
}

async function list(url: URL, session: string | null, more: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': session ?? '', ...more },
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }),
  });
  await response.text();
  return response.status;
}

describe('a session of 2025-11-25', () => {
  // Tests set the clock, which the interval of the sweeper uses. Connections use real timers.
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('lasts until the client ends it', async () => {
    const { url } = await serveNotes();
    const id = await initialize(url);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await list(url, id)).toBe(200);
    expect((await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': id ?? '' } })).ok).toBe(true);
    expect(await list(url, id)).toBe(404);
  });

  it('is of the credentials that opened it, and does not exist for others', async () => {
    const { url } = await serveNotes({
      authenticate: (request) => {
        const token = request.headers.get('authorization') ?? '';
        return { token, clientId: 'app', scopes: [], extra: { sub: token } };
      },
    });
    const id = await initialize(url, { authorization: 'ada' });
    expect(await list(url, id, { authorization: 'ada' })).toBe(200);
    expect(await list(url, id, { authorization: 'eve' })).toBe(404);
  });

  it('makes room for a new one when there are too many: the one that was idle longest', async () => {
    const { url } = await serveNotes({ sessions: { max: 2 } });
    const one = await initialize(url);
    const two = await initialize(url);
    jest.advanceTimersByTime(1);
    expect(await list(url, one)).toBe(200);
    const three = await initialize(url);
    expect(await Promise.all([one, two, three].map((id) => list(url, id)))).toEqual([200, 404, 200]);
  });

  it('never ends for another user: each has a number of its own, and a new user is refused when all are taken', async () => {
    const { url } = await serveNotes({
      sessions: { max: 3, maxPerUser: 2 },
      authenticate: (request) => {
        const token = request.headers.get('authorization') ?? '';
        return { token, clientId: 'app', scopes: [], extra: { sub: token } };
      },
    });
    const [ada, eve, bob] = [{ authorization: 'ada' }, { authorization: 'eve' }, { authorization: 'bob' }];
    const one = await initialize(url, ada);
    const greedy: (string | null)[] = [];
    for (let count = 0; count < 4; count++) greedy.push(await initialize(url, eve));
    expect(await list(url, one, ada)).toBe(200);
    expect(await Promise.all(greedy.map((id) => list(url, id, eve)))).toEqual([404, 404, 200, 200]);
    expect(await initialize(url, bob)).toBeNull();
    expect(await initialize(url, ada)).not.toBeNull();
  });

  it('is one of at most a tenth of all for a user, if nothing says otherwise', async () => {
    const { url } = await serveNotes({
      sessions: { max: 20 },
      authenticate: () => ({ token: 't', clientId: 'app', scopes: [], extra: { sub: 'ada' } }),
    });
    const ids: (string | null)[] = [];
    for (let count = 0; count < 3; count++) ids.push(await initialize(url));
    expect(await Promise.all(ids.map((id) => list(url, id)))).toEqual([404, 200, 200]);
  });

  it('is one of as many as there are for all anonymous clients', async () => {
    const { url } = await serveNotes({ sessions: { max: 3 } });
    const ids: (string | null)[] = [];
    for (let count = 0; count < 4; count++) ids.push(await initialize(url));
    expect(await Promise.all(ids.map((id) => list(url, id)))).toEqual([404, 200, 200, 200]);
  });

  it('ends after its idle time, unless a stream is open', async () => {
    const { url } = await serveNotes({ sessions: { idleMs: 60_000 } });
    const used = await initialize(url);
    const stop = new AbortController();
    const stream = await fetch(url, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': used ?? '', 'mcp-protocol-version': '2025-11-25' },
      signal: stop.signal,
    });
    expect(stream.status).toBe(200);
    const idle = await initialize(url);
    jest.advanceTimersByTime(59_000);
    expect(await list(url, idle)).toBe(200);
    jest.advanceTimersByTime(120_000);
    expect(await list(url, idle)).toBe(404);
    expect(await list(url, used)).toBe(200);
    stop.abort();
  });

  it('is not needed without sessions, but then users cannot be asked', async () => {
    const { url } = await serveNotes({ sessions: false });
    expect(await initialize(url)).toBeNull();
    const client = await connect(url, legacy, { capabilities: { elicitation: {} } });
    expect(await client.callTool({ name: 'note_list', arguments: {} })).toMatchObject({ structuredContent: {} });
    expect(await client.callTool({ name: 'note_delete', arguments: { id: 1 } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('cannot ask its user') }],
    });
  });

  it('refuses options that make no sense', async () => {
    const wrong = [{ max: 0 }, { max: 1.5 }, { maxPerUser: 0 }, { maxPerUser: 1.5 }, { idleMs: 0 }, { idleMs: NaN }];
    for (const sessions of wrong) {
      await expect(serveNotes({ sessions })).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    }
    await expect(serveNotes({ pageSize: 0 })).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    await expect(serveNotes({ sessions: { max: 1, maxPerUser: 1, idleMs: 1 }, pageSize: 1 })).resolves.toBeDefined();
  });
});

describe.each([legacy, modern])('closing, protocol $era', (era) => {
  it('cancels calls in progress, and rejects new ones', async () => {
    const { mcp, url, log } = await serveNotes();
    const client = await connect(url, era);
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const call = client
      .callTool({ name: 'note_wait', arguments: {} }, { onprogress: () => begun(), timeout: 60_000 })
      .catch((error: unknown) => error);
    await running;
    await mcp.close();
    expect(log.cancelled).toBe(1);
    expect((await mcp.fetch(new Request(url, { method: 'POST', headers, body: '{}' }))).status).toBe(503);
    await expect(fetch(url)).rejects.toThrow();
    await client.close();
    expect(await call).toBeInstanceOf(Error);
  });

  it('waits for requests in progress, if it has a drain time', async () => {
    let isHeld = false;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begun = (): void => undefined;
    const { mcp, url } = await serveNotes({
      context: async () => {
        begun();
        if (isHeld) await released;
        return {};
      },
    });
    const client = await connect(url, era);
    const running = new Promise<void>((resolve) => (begun = resolve));
    isHeld = true;
    const call = client.callTool({ name: 'note_list', arguments: {} });
    await running;
    let isClosed = false;
    const closing = mcp.close({ drainMs: 60_000 }).then(() => (isClosed = true));
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(isClosed).toBe(false);
    release();
    await closing;
    expect(await call).toMatchObject({ content: [{ text: '["a","b"]' }] });
  });
});
