import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { serveMcp } from '../../src/index.js';
import { notesLog, notesTools } from '../fixtures/notes-tools.mjs';
import { atEnd } from '../support/connect.js';
import { eventually } from '../support/eventually.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** A connection over streams of this process, as another transport than stdio would have them. */
function connectStreams() {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: Message[] = [];
  let rest = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    received.push(...lines.map((line) => JSON.parse(line) as Message));
  });
  const log = notesLog();
  const mcp = serveMcp(createRuntime({ toolsets: notesTools(log) }));
  const connection = mcp.connectStdio({ input, output });
  atEnd(() => mcp.close());
  const send = async (message: object): Promise<void> => {
    const count = received.length;
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    if ('id' in message) await eventually(() => received.length > count);
  };
  return { mcp, log, connection, input, received, send };
}

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('a connection over streams', () => {
  it('tells a client of 2025-11-25 that tools changed', async () => {
    const { mcp, received, send } = connectStreams();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    await send({ id: 1, method: 'initialize', params });
    await send({ method: 'notifications/initialized' });
    mcp.toolsChanged();
    await eventually(() => received.some(({ method }) => method === 'notifications/tools/list_changed'));
    expect(received).toContainEqual(expect.objectContaining({ method: 'notifications/tools/list_changed' }));
  });

  it('tells a client of 2026-07-28 that asked for it', async () => {
    const { mcp, received, send } = connectStreams();
    await send({ id: 1, method: 'tools/list', params: { _meta: ENVELOPE } });
    const params = { notifications: { toolsListChanged: true }, _meta: ENVELOPE };
    await send({ id: 2, method: 'subscriptions/listen', params });
    mcp.toolsChanged();
    await eventually(() => received.some(({ method }) => method === 'notifications/tools/list_changed'));
    expect(received).toContainEqual(expect.objectContaining({ method: 'notifications/tools/list_changed' }));
  });

  it('settles when the other side ends, and when it is closed', async () => {
    const one = connectStreams();
    one.input.end();
    await one.connection.closed;
    const other = connectStreams();
    await other.connection.close();
    await other.connection.closed;
  });

  it('cancels calls in progress when the other side ends', async () => {
    const { log, received, send, input, connection } = connectStreams();
    await send({ id: 1, method: 'tools/list', params: { _meta: ENVELOPE } });
    const params = { name: 'note_wait', arguments: {}, _meta: { ...ENVELOPE, progressToken: 'p' } };
    void send({ id: 2, method: 'tools/call', params });
    await eventually(() => received.some(({ method }) => method === 'notifications/progress'));
    input.end();
    await connection.closed;
    await eventually(() => log.cancelled === 1);
    expect(log.cancelled).toBe(1);
    expect(received.some(({ id }) => id === 2)).toBe(false);
  });
});
