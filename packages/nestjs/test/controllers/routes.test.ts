import { createRequire } from 'node:module';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { VersioningType, type INestApplication, type VersioningOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { HaftModule, HaftService } from '../../src/index.js';
import * as edges from '../fixtures/routes/src/edges.controller.js';
import { trace } from '../fixtures/routes/src/enhancers.js';
import { SILENT_NEST } from '../support/quiet-logger.js';
import { buildRoutes } from '../support/routes.js';

const CONTROLLERS = [
  edges.PipesController,
  edges.FactsController,
  edges.LayersController,
  edges.VersionsController,
  edges.HostsController,
  edges.PassportController,
];
const UUID = '0b2c6a3e-6f0e-4f6e-9a55-0d5a4d7f0c11';

/** Passport calls `authenticate` on an object that inherits from this one. */
interface PassportAnswers {
  fail(challenge: string, status: number): void;
  success(user: object): void;
}

/** Knows a user by a header. */
const keyStrategy = {
  authenticate(this: PassportAnswers, request: { readonly headers: Readonly<Record<string, string>> }): void {
    const { 'x-key': key } = request.headers;
    if (key === undefined) this.fail('No key.', 401);
    else this.success({ name: `user of ${key}` });
  },
};
// It has no types.
const passport = createRequire(import.meta.url)('passport') as { use(name: string, strategy: object): void };
passport.use('key', keyStrategy);

let toolsets: ReflectedToolsets;
beforeAll(async () => {
  toolsets = (await buildRoutes()).pick(...CONTROLLERS);
});

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('routes and their tools under %s [NEW-35]', (platform, adapter) => {
  let app: INestApplication;
  let url = '';
  let request: object = {};

  async function start(prepare: (app: INestApplication) => unknown = () => undefined): Promise<void> {
    const module = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets, request: () => request })],
      controllers: CONTROLLERS,
    })
      .setLogger(SILENT_NEST)
      .compile();
    app = module.createNestApplication(adapter(), { logger: false });
    prepare(app);
    await app.listen(0, '127.0.0.1');
    url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    trace.length = 0;
  }
  afterEach(() => app.close());

  const headers = { 'x-tenant': 'acme', 'x-key': 'k1' };

  async function http(path: string, init: RequestInit = {}): Promise<unknown> {
    trace.length = 0;
    const answer = await fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...init.headers },
    });
    const text = await answer.text();
    return answer.ok ? JSON.parse(text) : `${String(answer.status)} ${text}`;
  }

  async function tool(name: string, args: object): Promise<unknown> {
    trace.length = 0;
    request = { headers, ip: '127.0.0.1', session: { cart: 'full' }, url: '/mcp', body: 'mine' };
    const outcome = await app.get(HaftService).call({ name, arguments: args });
    return outcome.status === 'success' ? outcome.value : `${outcome.status} ${outcome.text}`;
  }

  const json = (method: string, body: object): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

  it.each<[string, RequestInit, string, object]>([
    ['/pipes/array?ids=1,2', {}, 'pipes_array', { ids: [1, 2] }],
    ['/pipes/words?words=a,b', {}, 'pipes_words', { words: ['a', 'b'] }],
    ['/pipes/words', {}, 'pipes_words', {}],
    [
      `/pipes/scalars/${UUID}/small?price=1.5&open=true`,
      {},
      'pipes_scalars',
      { uuid: UUID, size: 'small', price: 1.5, open: true },
    ],
    [
      `/pipes/scalars/${UUID}/large?price=2&open=false&page=3&limit=4`,
      {},
      'pipes_scalars',
      { uuid: UUID, size: 'large', price: 2, open: false, page: 3, limit: 4 },
    ],
    ['/pipes/date?day=2026-11-29T00:00:00.000Z', {}, 'pipes_date', { day: '2026-11-29T00:00:00.000Z' }],
    ['/pipes/parcel', json('POST', { item: 'nut', count: 2 }), 'pipes_parcel', { item: 'nut', count: 2 }],
    ['/pipes/parts/7', json('PUT', { item: 'nut', count: 2 }), 'pipes_parts', { id: 7, item: 'nut', count: 2 }],
    ['/facts/coded', json('POST', { text: 'a' }), 'facts_coded', { text: 'a' }],
    ['/passport/me', {}, 'passport_me', {}],
  ])('give a model the answer of %s %j', async (path, init, name, args) => {
    await start();
    const answer = await http(path, init);
    expect(typeof answer).toBe('object');
    expect(await tool(name, args)).toEqual(answer);
  });

  it.each<[string, object, RegExp]>([
    ['pipes_array', { ids: ['x'] }, /^retry [^]*ids/],
    ['pipes_scalars', { uuid: 'no', size: 'huge', price: 'x', open: 'y' }, /^retry [^]*uuid[^]*size[^]*price[^]*open/],
    ['pipes_parcel', { item: 'nut', count: 0 }, /^retry [^]*count/],
    ['pipes_date', { day: 'soon' }, /^retry [^]*day/],
  ])('tell a model what is wrong with the values of %s %j', async (name, args, text) => {
    await start();
    expect(await tool(name, args)).toMatch(text);
  });

  it('read the request of the host', async () => {
    await start((one) => {
      if (platform === 'Express')
        one.use((req: { session: object }, _res: unknown, next: () => void) => {
          req.session = { cart: 'full' };
          next();
        });
      else
        (one.getHttpAdapter().getInstance() as { addHook(name: string, hook: unknown): void }).addHook(
          'onRequest',
          (req: { session: object }, _reply: unknown, done: () => void) => {
            req.session = { cart: 'full' };
            done();
          },
        );
    });
    const facts = { session: 'full', tenant: 'acme', all: 'acme', isLocal: true };
    expect(await http('/facts/request')).toEqual(facts);
    expect(await tool('facts_request', {})).toEqual(facts);
  });

  it('let decorators for the response change HTTP only', async () => {
    await start();
    expect(await tool('facts_moved', {})).toEqual({ url: 'https://shop.example/there', statusCode: 302 });
    expect(await tool('facts_page', {})).toEqual({ title: 'Page' });
    const moved = await fetch(`${url}/facts/moved`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, 'https://shop.example/there']);
    const coded = await fetch(`${url}/facts/coded`, json('POST', { text: 'a' }));
    expect([coded.status, coded.headers.get('x-made')]).toEqual([203, 'here']);
  });

  it.each([7, 400])(
    'run the enhancers of the application, the class and the method in the order of HTTP: %j',
    async (id) => {
      await start((one) => {
        const all = new edges.Named('global');
        one.useGlobalGuards(all).useGlobalInterceptors(all).useGlobalPipes(all).useGlobalFilters(all);
        one.setGlobalPrefix('api');
      });
      await http(`/api/layers/all/${id}`);
      const asRoute = [...trace];
      await tool('layers_all', { id });
      expect(trace.map((one) => one.replace(` ${id}`, ` "${id}"`))).toEqual(asRoute);
      expect(asRoute.slice(0, 3)).toEqual([
        `guard global /api/layers/all/${id}`,
        `guard class /api/layers/all/${id}`,
        `guard method /api/layers/all/${id}`,
      ]);
    },
  );

  it.each<[VersioningOptions, string, string, Record<string, string>, Record<string, string>]>([
    [{ type: VersioningType.URI }, '/v1/versions/one', '/v2/versions/two', {}, {}],
    [{ type: VersioningType.URI, prefix: 'version-' }, '/version-1/versions/one', '/version-2/versions/two', {}, {}],
    [{ type: VersioningType.HEADER, header: 'v' }, '/versions/one', '/versions/two', { v: '1' }, { v: '3' }],
    [
      { type: VersioningType.MEDIA_TYPE, key: 'v=' },
      '/versions/one',
      '/versions/two',
      { accept: 'application/json;v=1' },
      { accept: 'application/json;v=2' },
    ],
  ])('have versions: %j', async (versioning, one, two, first, second) => {
    await start((app) => app.enableVersioning(versioning));
    for (const [path, given, name] of [
      [one, first, 'versions_one'],
      [two, second, 'versions_two'],
    ] as const) {
      trace.length = 0;
      const answer = await (await fetch(`${url}${path}`, { headers: given })).text();
      const asRoute = [...trace];
      expect(asRoute).toHaveLength(1);
      expect(await tool(name, {})).toBe(answer);
      expect(trace).toEqual(asRoute);
    }
  });

  it('refuse whom a guard of Passport refuses', async () => {
    await start();
    request = { headers: {} };
    const outcome = await app.get(HaftService).call({ name: 'passport_me', arguments: {} });
    expect(outcome).toMatchObject({ status: 'denied' });
  });

  it('have the parameters of the host name that the request of the host has', async () => {
    await start();
    request = { headers, hosts: { tenant: 'acme' } };
    const outcome = await app.get(HaftService).call({ name: 'hosts_tenant', arguments: {} });
    expect(outcome).toMatchObject({ value: { tenant: 'acme' } });
  });
});
