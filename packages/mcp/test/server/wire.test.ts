import { describe, it } from '@jest/globals';
import { libraryTools } from '../fixtures/library.mjs';
import { serveNotes } from '../support/connect.js';
import { expectGolden } from '../support/golden.js';

interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * Sends messages unchanged, and returns all messages that come back, without the parts that differ
 * between runs.
 */
async function exchange(
  url: URL,
  { method, params = {} }: Message,
  revision: string,
  session?: string,
): Promise<unknown[]> {
  const isModern = revision === '2026-07-28';
  const name = params['name'] ?? params['uri'];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'golden', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const given = params['_meta'] as object | undefined;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
      ...(isModern ? { 'mcp-method': method, ...(typeof name === 'string' ? { 'mcp-name': name } : {}) } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: isModern ? { ...params, _meta: { ...meta, ...given } } : params,
    }),
  });
  const text = await response.text();
  const messages = response.headers.get('content-type')?.includes('event-stream')
    ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data ?? '')
    : [text];
  return messages.map(
    (message) =>
      JSON.parse(
        message.replace(/"requestState":"[^"]+"/, '"requestState":"SEALED"').replace(/rror id:? [\w-]+/, 'rror id ID'),
      ) as unknown,
  );
}

async function open(url: URL): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'golden', version: '1' } },
    }),
  });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

const call = (name: string, args: object = {}, more: object = {}): Message => ({
  method: 'tools/call',
  params: { name, arguments: args, ...more },
});

const MESSAGES: readonly Message[] = [
  { method: 'tools/list' },
  call('note_read', { id: 7 }),
  call('note_list'),
  call('note_write', { text: 'hi' }),
  call('note_write', { text: '', kind: 'x' }),
  call('note_fail', { how: 'failed' }),
  call('note_media'),
  call('note_scan', {}, { _meta: { progressToken: 'p1' } }),
  call('note_unknown'),
];

describe.each(['2025-11-25', '2026-07-28'])('on the wire, protocol %s', (revision) => {
  it('messages match the recorded ones', async () => {
    const { url } = await serveNotes();
    const session = revision === '2025-11-25' ? await open(url) : undefined;
    const said: object[] = [];
    for (const sent of MESSAGES) said.push({ sent, received: await exchange(url, sent, revision, session) });
    if (revision === '2026-07-28') {
      const sent = call('note_delete', { id: 1 });
      said.push({ sent, received: await exchange(url, sent, revision) });
    }
    expectGolden(`wire-${revision}.json`, said);
  });

  it('messages about resources and prompts match the recorded ones', async () => {
    const context = () => ({ permissions: [] });
    const { url } = await serveNotes({ context, listTtlMs: 5000 }, { toolsets: () => [libraryTools()] });
    const session = revision === '2025-11-25' ? await open(url) : undefined;
    const said: object[] = [];
    for (const sent of [...OFFERS, ...(revision === '2026-07-28' ? MODERN : LEGACY)])
      said.push({ sent, received: await exchange(url, sent, revision, session) });
    expectGolden(`offers-${revision}.json`, said);
  });
});

const read = (uri: string): Message => ({ method: 'resources/read', params: { uri } });
const get = (name: string, args: object = {}): Message => ({
  method: 'prompts/get',
  params: { name, arguments: args },
});
const complete = (ref: object, argument: object): Message => ({
  method: 'completion/complete',
  params: { ref, argument },
});

const OFFERS: readonly Message[] = [
  { method: 'resources/list' },
  { method: 'resources/templates/list' },
  read('books://open'),
  read('books://7?part=head'),
  read('books://seven'),
  read('books://404'),
  read('books://500'),
  read('books://501'),
  read('vault://secret'),
  { method: 'prompts/list' },
  get('book_summary', { id: '4', tone: 'long' }),
  get('book_talk'),
  get('book_summary', { tone: 'long' }),
  get('secret_prompt'),
  complete({ type: 'ref/prompt', name: 'book_summary' }, { name: 'tone', value: 'l' }),
  complete({ type: 'ref/prompt', name: 'secret_prompt' }, { name: 'tone', value: 'l' }),
];
const MODERN: readonly Message[] = [{ method: 'server/discover' }, read('gate://a'), get('book_dedicate', { id: '1' })];
const LEGACY: readonly Message[] = [
  { method: 'resources/subscribe', params: { uri: 'books://open' } },
  { method: 'resources/subscribe', params: { uri: 'vault://secret' } },
  { method: 'resources/unsubscribe', params: { uri: 'books://open' } },
];
