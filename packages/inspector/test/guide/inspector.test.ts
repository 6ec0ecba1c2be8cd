import 'reflect-metadata';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Module, type CanActivate, type ExecutionContext, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import type { Runtime } from '@haft/runtime';
import { inspect, type Inspector } from '@haft/inspector';
import { HaftInspectorModule } from '@haft/inspector/nestjs';
import { freePort } from '../support/free-port.js';
import { openShop } from '../support/shop.js';

/* The examples of docs/guide/inspector.md. */

interface User {
  readonly id: string;
  readonly isOperator: boolean;
}

const USERS = new Map<string | null, User>([['session=olga', { id: 'olga', isOperator: true }]]);
const COOKIE = { cookie: 'session=olga' };

/** The session of the application. */
const userOf = (request: Request): User | undefined => USERS.get(request.headers.get('cookie'));

const depsOf = (user: string | undefined): object => ({ user });

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function inspectorAt(host: string): Inspector {
  const runtime = openShop();
  // #region inspect
  const inspector = inspect(runtime, {
    hosts: [host], // such as 'admin.example.com', or 'localhost:3000'
    authorize: (request, _native, call) => {
      const user = userOf(request);
      if (user === undefined) return false;
      return { user: user.id, may: user.isOperator ? ['call', 'decide'] : [], deps: depsOf(call?.userId) };
    },
  });
  // #endregion inspect
  closers.push(() => inspector.close());
  return inspector;
}

async function expectPage(url: string, prefix: string): Promise<void> {
  expect((await fetch(`${url}${prefix}/`)).status).toBeGreaterThan(400);
  const page = await fetch(`${url}${prefix}/`, { headers: COOKIE });
  expect(await page.text()).toContain('app.js');
  expect((await fetch(`${url}${prefix}/haft-api/project`, { headers: COOKIE })).status).toBe(200);
}

interface ExpressApp {
  (request: IncomingMessage, response: ServerResponse): void;
  use(path: string, handler: unknown): unknown;
}

/** Listens before the application is there, since the page has to know its host. */
async function listen(): Promise<{ readonly server: ReturnType<typeof createServer>; readonly host: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('Express [TSP-24]', async () => {
  const { default: express } = (await import('express' as string)) as { default: () => ExpressApp };
  const { server, host } = await listen();
  const inspector = inspectorAt(host);
  const app = express();
  // #region express
  app.use('/inspect', inspector.node);
  // #endregion express
  server.on('request', app);
  await expectPage(`http://${host}`, '/inspect');
});

test('Fastify [TSP-24]', async () => {
  const { server, host } = await listen();
  const inspector = inspectorAt(host);
  const app = fastify({ serverFactory: (handler) => server.on('request', handler) });
  // #region fastify
  for (const path of ['/inspect', '/inspect/*'])
    app.all(path, (request, reply) => {
      reply.hijack();
      return inspector.node(request.raw, reply.raw, { body: request.body });
    });
  // #endregion fastify
  await app.ready();
  await expectPage(`http://${host}`, '/inspect');
});

test('Hono [TSP-24]', async () => {
  const inspector = inspectorAt('localhost');
  const app = new Hono();
  // #region hono
  app.all('/inspect/*', (context) => inspector.fetch(context.req.raw));
  // #endregion hono
  expect((await app.request('http://localhost/inspect/')).status).toBe(403);
  expect((await app.request('http://localhost/inspect/', { headers: COOKIE })).status).toBe(200);
});

const HAFT_RUNTIME = Symbol('HAFT_RUNTIME');

interface AuthenticatedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: User;
}

class AuthGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const user = USERS.get(request.headers['cookie'] ?? null);
    if (user !== undefined) request.user = user;
    return user !== undefined;
  }
}

@Module({ providers: [{ provide: HAFT_RUNTIME, useFactory: () => openShop() }], exports: [HAFT_RUNTIME] })
class RuntimeModule {}

test('NestJS [TSP-24]', async () => {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  // #region nest
  const page = HaftInspectorModule.forRootAsync<AuthenticatedRequest>({
    imports: [RuntimeModule],
    inject: [HAFT_RUNTIME],
    useFactory: (runtime: Runtime) => ({
      runtime,
      hosts: [host],
      authorize: (_request, { user }) => user?.isOperator === true,
    }),
    guards: [AuthGuard],
    path: 'admin/inspect',
  });
  // #endregion nest
  const module = await Test.createTestingModule({ imports: [page] }).compile();
  const app: INestApplication = module.createNestApplication({ logger: false });
  await app.listen(port, '127.0.0.1');
  closers.push(() => app.close());
  await expectPage(`http://${host}`, '/admin/inspect');
});
