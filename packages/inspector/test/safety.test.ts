import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { inspect } from '../src/index.js';
import { plainJson } from '../src/history/plain-json.js';
import { call, get, HOST, open, send, TOKEN } from './support/client.js';
import { openShop } from './support/shop.js';

const JSON_BODY = JSON.stringify({ tool: 'whoami', arguments: {}, preset: 'default', keepRun: false });
const postTo = (headers: Record<string, string>): Promise<Response> =>
  send(open(openShop()), 'haft-api/calls', {
    method: 'POST',
    body: JSON_BODY,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('a request is refused [TSP-24]', () => {
  test.each([
    ['another host', { host: 'evil.example' }, 421],
    ['a host with a full stop', { host: 'localhost.' }, 421],
    ['another port', { host: '127.0.0.1:4001' }, 421],
    ['the address 0.0.0.0', { host: '0.0.0.0:4000' }, 421],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['the origin null', { origin: 'null' }, 403],
    ['the origin of another port', { origin: 'http://127.0.0.1:4001' }, 403],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['no token', { authorization: '' }, 401],
    ['a wrong token', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text', { 'content-type': 'text/plain' }, 415],
  ])('with %s', async (_what, headers: Record<string, string>, status) => {
    expect((await postTo(headers)).status).toBe(status);
  });

  test('with the token in the address', async () => {
    const response = await send(open(openShop()), `haft-api/project?token=${TOKEN}`, {
      headers: { authorization: '' },
    });
    expect(response.status).toBe(401);
  });

  test('with a body that is too large', async () => {
    const response = await send(open(openShop()), 'haft-api/calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...(JSON.parse(JSON_BODY) as object), arguments: 'x'.repeat(3_000_000) }),
    });
    expect(response.status).toBe(413);
  });

  test.each(['[]', '{}', '{"tool":5}', 'no JSON', '{"tool":"whoami","preset":"__proto__","keepRun":false}'])(
    'with the body %s',
    async (body) => {
      const response = await send(open(openShop()), 'haft-api/calls', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([400, 404]).toContain(response.status);
    },
  );

  test('by authorize, which must return true', async () => {
    for (const answer of [false, 'yes', undefined, 1]) {
      const inspector = open(openShop(), { authorize: () => answer as boolean });
      expect((await send(inspector, 'haft-api/project')).status).toBe(403);
      expect((await send(inspector, '')).status).toBe(403);
    }
  });
});

describe('the options are refused [TSP-24]', () => {
  test.each([
    ['without a permission', { hosts: [HOST] }],
    ['with a short token', { hosts: [HOST], token: 'short' }],
    ['without hosts', { hosts: [], token: TOKEN }],
    ['with an unknown option', { hosts: [HOST], token: TOKEN, read_only: true }],
    ['with no number of bytes', { hosts: [HOST], token: TOKEN, maxBytes: -1 }],
  ])('%s', (_what, options) => {
    expect(() => inspect(openShop(), options)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }));
  });

  test('in production, unless asked', () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      expect(() => open(openShop())).toThrow('production');
      expect(() => open(openShop(), { inProduction: true })).not.toThrow();
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});

describe('on a real server [TSP-24]', () => {
  let server: Server;
  let address: string;
  beforeEach(async () => {
    server = createServer((request, response) => void node(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { node } = open(openShop(), { hosts: [address] });
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  test('a call works', async () => {
    const response = await fetch(`http://${address}/haft-api/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON_BODY,
    });
    expect(await response.json()).toMatchObject({ outcome: { status: 'success', text: 'none' } });
  });

  test('a rebound name is refused', async () => {
    const status = await new Promise((resolve, reject) => {
      const [host, port] = address.split(':');
      const asked = httpRequest({ host, port, path: '/', headers: { host: 'rebound.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject);
      asked.end();
    });
    expect(status).toBe(421);
  });
});

test('JSON of any value is bounded, and never throws [TSP-24]', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }), (value) => {
      expect(() => JSON.stringify(plainJson(value))).not.toThrow();
    }),
  );
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  let deep: unknown = 'end';
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  const throwing = {
    get secret() {
      throw new Error('no');
    },
  };
  expect(plainJson({ cycle, throwing, large: 'x'.repeat(1e6) })).toMatchObject({
    cycle: { self: '(cycle)' },
    throwing: '(unreadable)',
    large: expect.stringMatching(/\(cut\)$/),
  });
  expect(JSON.stringify(plainJson(deep)).length).toBeLessThan(1_000);
  expect((plainJson(Array(1e6).fill(0)) as unknown[]).length).toBeLessThanOrEqual(5_000);
});

test('hostile texts of tools stay JSON in every answer [TSP-24]', async () => {
  const inspector = open(openShop());
  const hostile = '</script><img src=x onerror=alert(1)>\u2028';
  await call(inspector, hostile, { [hostile]: hostile, __proto__: { polluted: true } });
  const response = await send(inspector, 'haft-api/calls/1');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await get(inspector, 'haft-api/calls/1')).toMatchObject({ tool: hostile });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
