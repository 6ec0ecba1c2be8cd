import 'reflect-metadata';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { UnauthorizedException, type CanActivate, type ExecutionContext, type INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { HaftInspectorModule } from '@haft/inspector/nestjs';
import { inspect, type Inspector } from '../src/index.js';
import { freePort } from './support/free-port.js';
import { openShop } from './support/shop.js';

// Below a path with the word that many applications use for their own routes.
const PATH = '/api/inspect';
const ADMIN = { 'x-user': 'admin' };
const isAdmin = (request: Request): boolean => request.headers.get('x-user') === 'admin';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(listener: RequestListener, port: number): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
}

/** The used part of an application of Express, whose package has no types. */
interface ExpressApp {
  (request: IncomingMessage, response: ServerResponse): void;
  use(...handlers: readonly unknown[]): unknown;
}

async function expressApp(path: string, { node }: Inspector, { isParsed }: { readonly isParsed: boolean }) {
  const { default: express } = (await import('express' as string)) as {
    default: (() => ExpressApp) & { json(): unknown };
  };
  const app = express();
  if (isParsed) app.use(express.json());
  app.use(path, node);
  return app;
}

/** Sends a request to the page, as its browser does. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

const FRAMEWORKS: Record<string, (inspector: Inspector, port: number) => Promise<Send>> = {
  Express: async (inspector, port) => {
    await serve(await expressApp(PATH, inspector, { isParsed: false }), port);
    return sendTo(port);
  },
  'Express with a JSON parser': async (inspector, port) => {
    await serve(await expressApp(PATH, inspector, { isParsed: true }), port);
    return sendTo(port);
  },
  Fastify: async ({ node }, port) => {
    const app = fastify();
    for (const path of [PATH, `${PATH}/*`])
      app.all(path, (request, reply) => {
        reply.hijack();
        return node(request.raw, reply.raw, { body: request.body });
      });
    await app.listen({ port, host: '127.0.0.1' });
    closers.push(() => app.close());
    return sendTo(port);
  },
  Hono: ({ fetch }, port) => {
    const app = new Hono();
    app.all(`${PATH}/*`, (context) => fetch(context.req.raw));
    return Promise.resolve(async (path, init) => app.request(`http://127.0.0.1:${port}${path}`, init));
  },
};

function sendTo(port: number): Send {
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
}

async function checkPage(send: Send): Promise<void> {
  const page = await send(`${PATH}/`, { headers: ADMIN });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('app.js');
  const script = await send(`${PATH}/app.js`, { headers: ADMIN });
  expect([script.status, (await script.text()).length > 10_000]).toEqual([200, true]);
  const moved = await send(PATH, { headers: ADMIN });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, './inspect/']);
  const called = await send(`${PATH}/haft-api/calls`, {
    method: 'POST',
    headers: { ...ADMIN, 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'order_find', arguments: { number: 7 }, preset: 'default', keepRun: false }),
  });
  expect(await called.json()).toMatchObject({ outcome: { status: 'success', value: { number: 7 } } });
}

describe.each(Object.entries(FRAMEWORKS))('the page under %s [TSP-24]', (_name, mount) => {
  test('is served, moves to its folder, and calls', async () => {
    const port = await freePort();
    const inspector = inspect(openShop(), { hosts: [`127.0.0.1:${port}`], authorize: isAdmin });
    closers.push(() => inspector.close());
    const send = await mount(inspector, port);
    await checkPage(send);
    expect((await send(`${PATH}/`)).status).toBe(403);
    expect((await send(`${PATH}/haft-api/project`)).status).toBe(403);
  });
});

test('a path with two slashes never leads to another host [TSP-24]', async () => {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const inspector = inspect(openShop(), { hosts: [host], authorize: () => true });
  closers.push(() => inspector.close());
  const { headers } = await inspector.fetch(new Request(`http://${host}//evil.example`));
  expect(new URL(headers.get('location') as string, `http://${host}//evil.example`).host).toBe(host);
});

interface Authenticated {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: string;
}

/** The global guard of an application. */
class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Authenticated>();
    const { 'x-user': user } = request.headers;
    if (user === undefined) throw new UnauthorizedException();
    request.user = user;
    return true;
  }
}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('HaftInspectorModule under %s [TSP-24]', (_platform, adapter) => {
  test('serves the page behind the global guard, which sets the user that authorize sees', async () => {
    const port = await freePort();
    const page = HaftInspectorModule.forRootAsync<Authenticated>({
      useFactory: () => ({
        runtime: openShop(),
        hosts: [`127.0.0.1:${port}`],
        authorize: (_request, { user }) => user === 'admin',
      }),
      path: 'api/inspect',
    });
    const module = await Test.createTestingModule({
      imports: [page],
      providers: [{ provide: APP_GUARD, useClass: UserGuard }],
    }).compile();
    const app: INestApplication = module.createNestApplication(adapter(), { logger: false });
    await app.listen(port, '127.0.0.1');
    closers.push(() => app.close());
    const send = sendTo(port);
    await checkPage(send);
    expect((await send(`${PATH}/haft-api/project`)).status).toBe(401);
    expect((await send(`${PATH}/haft-api/project`, { headers: { 'x-user': 'eve' } })).status).toBe(403);
  });
});
