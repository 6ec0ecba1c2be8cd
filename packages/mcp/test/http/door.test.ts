import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { OAuthError } from '@modelcontextprotocol/server';
import { connect, ERAS, serveNotes } from '../support/connect.js';

/** One raw request, with the headers that fetch does not let one set. */
function send(
  url: URL,
  { headers = {}, body = INITIALIZE, method = 'POST' }: { headers?: object; body?: string; method?: string } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    request.on('error', reject);
    request.end(method === 'POST' ? body : undefined);
  });
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
});

describe('hosts and origins', () => {
  it.each(['localhost', 'localhost:3000', '127.0.0.1', '[::1]:80'])('lets %s in', async (host) => {
    const { url } = await serveNotes();
    expect(await send(url, { headers: { host, origin: `http://${host}` } })).toMatchObject({ status: 200 });
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '169.254.169.254'])(
    'keeps out a request to the host %p, which a page was made to send',
    async (host) => {
      const { url, log } = await serveNotes();
      const { status, text } = await send(url, { headers: { host } });
      expect(status).toBe(403);
      expect(text).toContain("The server allows names with the option 'allowedHosts'.");
      expect(log.seen).toEqual([]);
    },
  );

  it.each(['localhost@evil.example', 'evil@localhost', 'localhost/x', 'localhost#x', 'a b'])(
    'rejects %p, which is not a host, also if all hosts are allowed',
    async (host) => {
      for (const options of [{}, { allowedHosts: 'any' as const }]) {
        const { url, errors } = await serveNotes(options);
        expect(await send(url, { headers: { host } })).toMatchObject({ status: 400 });
        expect(errors).toEqual([]);
      }
    },
  );

  it.each(['http://evil.example', 'https://localhost.evil.example', 'null', 'file://'])(
    'keeps out pages of %s',
    async (origin) => {
      const { url } = await serveNotes();
      expect(await send(url, { headers: { origin } })).toMatchObject({ status: 403 });
    },
  );

  it('accepts only the hosts that the application names', async () => {
    const { url } = await serveNotes({ allowedHosts: ['api.example.com'], allowedOrigins: ['app.example.com'] });
    const of = (host: string, origin: string) => send(url, { headers: { host, origin } });
    expect(await of('api.example.com:8443', 'https://app.example.com')).toMatchObject({ status: 200 });
    expect(await of('api.example.com', 'http://localhost')).toMatchObject({ status: 403 });
    expect(await of('localhost', 'https://app.example.com')).toMatchObject({ status: 403 });
  });

  it('knows the host of a web-standard request by its address, where no header says it', async () => {
    const { mcp } = await serveNotes();
    const of = (address: string) => mcp.fetch(new Request(address, { method: 'POST', body: '{}' }));
    expect((await of('http://evil.example/mcp')).status).toBe(403);
    expect((await of('http://localhost/mcp')).status).not.toBe(403);
  });

  it('keeps out who names no host at all', async () => {
    const { url } = await serveNotes();
    const socket = connectSocket(Number(url.port), '127.0.0.1');
    socket.write('POST /mcp HTTP/1.0\r\nContent-Length: 0\r\n\r\n');
    expect(await textOf(socket)).toMatch(/^HTTP\/1.1 403/);
  });

  it('checks nothing when it is told so', async () => {
    const { url } = await serveNotes({ allowedHosts: 'any', allowedOrigins: 'any' });
    expect(await send(url, { headers: { host: 'any.example', origin: 'http://evil.example' } })).toMatchObject({
      status: 200,
    });
  });
});

describe('authentication', () => {
  const auth = { token: 't', clientId: 'c', scopes: ['notes'], extra: { sub: 'ada' } };
  const authenticate = (request: Request) => (request.headers.get('authorization') === 'Bearer t' ? auth : undefined);
  const oauth = {
    oauthMetadata: {
      issuer: 'https://auth.example.com',
      authorization_endpoint: 'https://auth.example.com/a',
      token_endpoint: 'https://auth.example.com/t',
      response_types_supported: ['code'],
    },
    resourceServerUrl: new URL('https://api.example.com/mcp'),
  };

  it('answers 401 with a challenge, for every revision and method', async () => {
    const { url } = await serveNotes({ authenticate });
    const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    for (const request of [{}, { method: 'GET' }, { method: 'DELETE' }, { headers: modern }]) {
      const response = await send(url, request);
      expect([request, response]).toMatchObject([{}, { status: 401 }]);
      expect(response.headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_token"/);
    }
  });

  it('names the protected resource metadata, and serves it', async () => {
    const { url } = await serveNotes({ authenticate, oauth });
    const address = 'https://api.example.com/.well-known/oauth-protected-resource/mcp';
    expect((await send(url)).headers['www-authenticate']).toContain(`resource_metadata="${address}"`);
    const local = new URL(new URL(address).pathname, url);
    expect(JSON.parse((await send(local, { method: 'GET' })).text)).toMatchObject({
      resource: 'https://api.example.com/mcp',
      authorization_servers: ['https://auth.example.com'],
    });
  });

  it('answers the error of the hook as OAuth requires', async () => {
    const { url } = await serveNotes({
      authenticate: () => {
        throw new OAuthError('insufficient_scope', 'More is needed');
      },
    });
    expect(await send(url)).toMatchObject({ status: 403 });
  });

  it('answers with the response of the hook', async () => {
    const { url } = await serveNotes({ authenticate: () => new Response('go away', { status: 418 }) });
    expect(await send(url)).toMatchObject({ status: 418, text: 'go away' });
  });

  it('hides why the hook itself failed', async () => {
    const { url, errors } = await serveNotes({
      authenticate: () => {
        throw new Error('secret');
      },
    });
    expect(await send(url)).toMatchObject({ status: 500, text: expect.not.stringContaining('secret') });
    expect(errors).toMatchObject([{ message: 'secret' }]);
  });

  it.each(ERAS)('tells the run who it is for, protocol $era', async (era) => {
    const { url, log } = await serveNotes({
      authenticate,
      context: ({ auth: who }) => ({ userId: String(who?.extra?.['sub']) }),
    });
    const client = await connect(url, era, { headers: { authorization: 'Bearer t' } });
    await client.callTool({ name: 'note_write', arguments: { text: 'x' } });
    expect(log.seen).toMatchObject([{ userId: 'ada' }]);
  });
});

describe('before a body is read', () => {
  it.each([
    ['the host', { host: 'evil.example' }, 403],
    ['the credentials', {}, 401],
  ])('%s is checked', async (_title, headers, status) => {
    const { url } = await serveNotes({ authenticate: () => undefined });
    const request = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 1000, ...headers },
    });
    request.flushHeaders(); // and no body, ever
    const answered = await new Promise((resolve) => request.on('response', ({ statusCode }) => resolve(statusCode)));
    request.destroy();
    expect(answered).toBe(status);
  });
});

describe('an invalid request', () => {
  it('is refused when it is too large', async () => {
    const { url } = await serveNotes({ maxRequestBytes: 1000 });
    const body = INITIALIZE.replace('"t"', JSON.stringify('t'.repeat(1000)));
    expect(await send(url, { body })).toMatchObject({ status: 413 });
    expect(await send(url)).toMatchObject({ status: 200 });
  });

  it.each([
    ['no JSON', '{', {}],
    ['nothing', '', {}],
    ['no JSON-RPC', '{"a":1}', {}],
    ['another media type', INITIALIZE, { 'content-type': 'text/plain' }],
    ['no session', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), {}],
    ['a session that there is not', INITIALIZE, { 'mcp-session-id': 'made-up' }],
  ])('is refused when it is %s', async (_title, body, headers) => {
    const { url } = await serveNotes();
    const { status, text } = await send(url, { body, headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/node_modules|\.ts:|\.js:/);
  });

  it.each(['//', '/mcp?a=%', 'http://', '/%zz'])('is refused when its address is %p', async (path) => {
    const { url } = await serveNotes();
    const socket = connectSocket(Number(url.port), '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    expect(await textOf(socket)).toMatch(/^HTTP\/1.1 4\d\d/);
  });

  it('is refused on another path', async () => {
    const { url } = await serveNotes();
    expect(await send(new URL('/other', url))).toMatchObject({ status: 404 });
  });

  it('changes no prototype', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, ERAS[1]);
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const args = JSON.parse(`{"text":"x","${key}":{"polluted":true}}`) as Record<string, unknown>;
      await client.callTool({ name: 'note_write', arguments: args });
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a request that is hard to answer', () => {
  /** The statuses of the answers to the requests that one connection sends. */
  const sendRaw = (url: URL, bytes: string): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      const socket = connectSocket(Number(url.port), '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      socket.on('error', reject);
      socket.on('close', () => resolve(received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? []));
      socket.end(bytes);
    });
  const last = 'Connection: close\r\n\r\n';

  it.each([
    ['the method TRACE', `TRACE /mcp HTTP/1.1\r\nHost: localhost\r\n${last}`, '405'],
    ['the form for proxies', `GET http://localhost/mcp HTTP/1.1\r\nHost: localhost\r\n${last}`, '400'],
    ['a port that no address has', `GET /mcp HTTP/1.1\r\nHost: localhost:99999\r\n${last}`, '403'],
  ])('answers %s', async (_name, bytes, status) => {
    const { url } = await serveNotes({ sessions: false });
    const [answer] = await sendRaw(url, bytes);
    expect(Number(answer)).toBeLessThan(500);
    expect([status, '405', '406']).toContain(answer);
  });

  it.each(['[', 'localhost:99999', '%'])('answers the host %s if all hosts are allowed', async (host) => {
    const { url } = await serveNotes({ allowedHosts: 'any' });
    const length = `Content-Length: ${INITIALIZE.length}`;
    const head = `Host: ${host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream`;
    const answers = await sendRaw(url, `POST /mcp HTTP/1.1\r\n${head}\r\n${length}\r\n${last}${INITIALIZE}`);
    expect(answers).toEqual(['200']);
  });

  it('answers 413 to a body that is too long before it ends the connection', async () => {
    const { url } = await serveNotes({ maxRequestBytes: 1_000 });
    const body = 'x'.repeat(500_000);
    const head = `Host: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(await sendRaw(url, `POST /mcp HTTP/1.1\r\n${head}${chunk}`)).toEqual(['413']);
  });
});
