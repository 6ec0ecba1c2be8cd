import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  Injectable,
  Logger,
  Module,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { decision, type PendingRun } from '@haft/runtime';
import { dialectOf } from '@haft/runtime/dialect';
import { HaftHttpModule, HaftModule, HaftService } from '../../src/index.js';
import { OfficeToolset, stopped, waiting } from '../fixtures/shop/src/desk-toolset.js';
import { eventually } from '../support/eventually.js';
import { quietLogger, SILENT_NEST } from '../support/quiet-logger.js';
import { buildOnce } from '../support/build-once.js';

interface WithUser {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: string;
}

/** As applications have it: it knows HTTP only. */
@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<WithUser>();
    const [, user] = /^Bearer (\w+)$/.exec(request.headers['authorization'] ?? '') ?? [];
    if (user === undefined) throw new UnauthorizedException();
    request.user = user;
    return true;
  }
}

@Injectable()
class Users {
  fullName(name: string): string {
    return `${name} of Example`;
  }
}

@Module({ providers: [Users], exports: [Users] })
class UserModule {}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('endpoints under %s', (_platform, adapter) => {
  let toolsets: ReflectedToolsets;
  let app: INestApplication | undefined;
  let url = '';

  beforeAll(async () => {
    toolsets = (await buildOnce('shop')).pick(OfficeToolset);
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    stopped.length = 0;
    waiting.length = 0;
  });

  async function start(...mounted: readonly DynamicModule[]): Promise<void> {
    const testing = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets, observe: { logger: quietLogger() } }), ...mounted],
      providers: [OfficeToolset],
    })
      .setLogger(SILENT_NEST)
      .compile();
    app = testing.createNestApplication(adapter());
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  }

  const ADA = { authorization: 'Bearer ada' };

  async function post(path: string, body: unknown, headers: Record<string, string> = ADA) {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
  }

  const guarded = HaftHttpModule.mount('tools', {
    decorators: [UseGuards(TokenGuard)],
    imports: [UserModule],
    inject: [Users],
    runOptions: (request: WithUser, users: Users) => ({ userId: users.fullName(request.user ?? '') }),
  });

  describe('the JSON endpoint', () => {
    it('lists parameters in the form of a provider, if runOptions has a target, and reads calls in it', async () => {
      await start(HaftHttpModule.mount('tools', { runOptions: () => ({ target: 'openai' }) }));
      const { tools } = (await (await fetch(`${url}/tools`)).json()) as { tools: readonly object[] };
      const definitions = await app!.get(HaftService).inRun((run) => run.definitions());
      const forms = definitions.map((definition) => dialectOf(definition, 'openai'));
      expect(tools).toMatchObject(forms.map(({ parameters, strict }) => ({ parameters, strict })));
      expect(tools[2]).toMatchObject({ name: 'office_sign', strict: true });
      const call = { id: '1', name: 'office_sign', arguments: { paper: 'a' } };
      expect((await post('tools/call', call)).body).toMatchObject({ outcome: { status: 'deferred' } });
    });

    it('lists the tools with their instructions', async () => {
      await start(guarded);
      const response = await fetch(`${url}/tools`, { headers: ADA });
      const body = (await response.json()) as { tools: { name: string; parameters: object }[]; instructions: string };
      expect(body.tools.map(({ name }) => name)).toEqual([
        'office_who_am_i',
        'office_today',
        'office_sign',
        'office_wait',
      ]);
      expect(body.tools[2]).toMatchObject({
        description: 'Needs a person.',
        parameters: { type: 'object', required: ['paper'] },
      });
      expect(body.instructions).toBe('Be brief.');
      expect(JSON.stringify(body)).not.toContain('secret');
    });

    it('calls one tool, or several, each request for its own user', async () => {
      await start(guarded);
      expect(await post('tools/call', { id: 'c1', name: 'office_who_am_i', arguments: {} })).toEqual({
        status: 200,
        body: {
          outcome: {
            status: 'success',
            callId: 'c1',
            tool: 'office_who_am_i',
            text: 'ada of Example',
            value: 'ada of Example',
            repairs: [],
          },
        },
      });
      const both = await post(
        'tools/calls',
        {
          calls: [
            { id: 'c1', name: 'office_who_am_i' },
            { id: 'c2', name: 'office_sing', arguments: '{"paper":"x"}' },
          ],
        },
        { authorization: 'Bearer bob' },
      );
      expect(both.body).toMatchObject({
        outcomes: [
          { callId: 'c1', text: 'bob of Example' },
          { callId: 'c2', status: 'retry' },
        ],
      });
    });

    it('is guarded as every controller is', async () => {
      await start(guarded);
      expect(await post('tools/call', { name: 'office_who_am_i' }, {})).toMatchObject({ status: 401 });
      expect((await fetch(`${url}/tools`)).status).toBe(401);
    });

    it('returns values in their wire form, and hides the facts for the host', async () => {
      await start(guarded);
      const { body } = await post('tools/call', { name: 'office_today' });
      expect(body).toMatchObject({ outcome: { value: { day: '1970-01-01T00:00:00.000Z' } } });
      expect(JSON.stringify(body)).not.toContain('secret');
    });

    it.each([
      ['call', undefined],
      ['call', { arguments: {} }],
      ['call', { name: 7 }],
      ['calls', { name: 'office_today' }],
      ['calls', { calls: [7] }],
    ])('answers 400 for a body of %s that is invalid: %j', async (path, body) => {
      await start(guarded);
      expect(await post(`tools/${path}`, body ?? null)).toMatchObject({ status: 400 });
    });

    it('stores a run with open requests in the application, which continues it', async () => {
      const kept: PendingRun[] = [];
      await start(HaftHttpModule.mount('tools', { onPending: (pending) => ({ ticket: kept.push(pending) }) }));
      const { body } = await post('tools/call', { name: 'office_sign', arguments: { paper: 'contract' } });
      expect(body).toMatchObject({
        outcome: { status: 'deferred', request: { kind: 'approval' } },
        pending: { ticket: 1 },
      });
      const [pending] = kept as [PendingRun];
      const decisions = { [pending.requests[0]?.id ?? '']: decision.approve() };
      const { outcomes } = await (app as INestApplication).get(HaftService).resumeRun(pending, decisions);
      expect(outcomes).toMatchObject([{ status: 'success', text: 'signed contract' }]);
      expect(await post('tools/call', { name: 'office_today' })).not.toHaveProperty('body.pending');
    });

    it('warns if nothing keeps the request of a call that waits', async () => {
      const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
      await start(HaftHttpModule.mount('tools'));
      await post('tools/call', { name: 'office_today' });
      expect(warned).not.toHaveBeenCalled();
      await post('tools/call', { name: 'office_sign', arguments: { paper: 'contract' } });
      expect(warned).toHaveBeenCalledWith(
        expect.stringMatching(/^A call of office_sign waits, but nothing keeps its request.*`onPending`.*`ledger`/),
      );
      warned.mockRestore();
    });

    it('ends the run with a signal of the application', async () => {
      const controller = new AbortController();
      await start(HaftHttpModule.mount('tools', { runOptions: () => ({ signal: controller.signal }) }));
      const answer = post('tools/call', { name: 'office_wait' });
      await eventually(() => waiting.length > 0);
      controller.abort();
      expect(await answer).toMatchObject({ status: 200, body: { outcome: { status: 'interrupted' } } });
      expect(await post('tools/call', { name: 'office_today' })).toMatchObject({
        body: { outcome: { status: 'interrupted' } },
      });
    });

    it('ends the run when the client goes away', async () => {
      await start(HaftHttpModule.mount('tools', { runOptions: () => ({ id: 'left' }) }));
      const controller = new AbortController();
      const request = fetch(`${url}/tools/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'office_wait' }),
        signal: controller.signal,
      });
      const gone = expect(request).rejects.toThrow();
      await eventually(() => waiting.length > 0);
      controller.abort();
      await gone;
      await eventually(() => stopped.length > 0);
      expect(stopped).toEqual(['left']);
    });

    it('uses the prefix of the application', async () => {
      const testing = await Test.createTestingModule({
        imports: [
          HaftModule.forRoot({ toolsets, observe: { logger: quietLogger() } }),
          HaftHttpModule.mount('a'),
          HaftHttpModule.mount('b'),
        ],
        providers: [OfficeToolset],
      }).compile();
      app = testing.createNestApplication(adapter(), { logger: false });
      app.setGlobalPrefix('api');
      await app.listen(0, '127.0.0.1');
      url = await app.getUrl();
      expect(await post('api/a/call', { name: 'office_who_am_i' })).toMatchObject({ status: 200 });
      expect(await post('api/b/call', { name: 'office_who_am_i' })).toMatchObject({ status: 200 });
      expect((await fetch(`${url}/a`)).status).toBe(404);
    });
  });

  describe('a mounted handler', () => {
    const closed: string[] = [];

    const echo = HaftHttpModule.mountHandler(
      'mcp',
      (runtime, users: Users) => ({
        handle: async (request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> => {
          const run = runtime.startRun();
          const tools = await run.definitions();
          await run.end();
          const { user } = request as unknown as { readonly user: string };
          response.writeHead(207, { 'content-type': 'application/json' });
          response.write(JSON.stringify({ method: request.method, user: users.fullName(user), tools: tools.length }));
          response.end(`\n${JSON.stringify(body ?? null)}`);
        },
        close: () => closed.push('closed'),
      }),
      { decorators: [UseGuards(TokenGuard)], imports: [UserModule], inject: [Users] },
    );

    it('answers every method with the request of Node, the properties from guards, and the parsed body', async () => {
      await start(echo);
      for (const method of ['GET', 'DELETE', 'POST']) {
        const sent = method === 'POST' ? { body: '{"a":1}' } : {};
        const response = await fetch(`${url}/mcp`, {
          method,
          headers: { ...ADA, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
          ...sent,
        });
        expect(response.status).toBe(207);
        const [facts, body] = (await response.text()).split('\n');
        expect(JSON.parse(facts ?? '')).toEqual({ method, user: 'ada of Example', tools: 4 });
        if (method === 'POST') expect(body).toBe('{"a":1}');
      }
    });

    it('is guarded, and closed with the application', async () => {
      await start(echo);
      expect((await fetch(`${url}/mcp`)).status).toBe(401);
      closed.length = 0;
      await app?.close();
      app = undefined;
      expect(closed).toEqual(['closed']);
    });

    it('may be an object of a class', async () => {
      class Handler {
        private readonly text = 'of a class';
        handle(_request: IncomingMessage, response: ServerResponse): void {
          response.end(this.text);
        }
      }
      await start(HaftHttpModule.mountHandler('class', () => new Handler()));
      expect(await (await fetch(`${url}/class`)).text()).toBe('of a class');
    });

    it('that fails is answered with 500', async () => {
      await start(
        HaftHttpModule.mountHandler('broken', () => () => {
          throw new Error('secret');
        }),
      );
      const response = await fetch(`${url}/broken`);
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain('secret');
    });

    it('may be a function', async () => {
      await start(
        HaftHttpModule.mountHandler('plain', () => (_request, response) => {
          response.end('plain');
        }),
      );
      expect(await (await fetch(`${url}/plain`)).text()).toBe('plain');
    });
  });
});

it.each([
  ['mount', HaftHttpModule.mount('tools')],
  ['mountHandler', HaftHttpModule.mountHandler('mcp', () => ({ handle: () => undefined }) as never)],
])('%s names HaftModule if no module imports it', async (name, endpoint) => {
  const building = Test.createTestingModule({ imports: [endpoint] })
    .setLogger(SILENT_NEST)
    .compile();
  await expect(building).rejects.toMatchObject({
    code: 'HAFT_NOT_PROVIDED',
    message: `HaftHttpModule.${name} needs HaftModule, which no module imports.`,
  });
});
