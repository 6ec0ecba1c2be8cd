import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ForbiddenException, Inject, Injectable, Scope } from '@nestjs/common';
import type { CanActivate, INestApplication, Provider } from '@nestjs/common';
import { APP_GUARD, REQUEST } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { serveMcp } from '@haft/mcp';
import { HaftExecutionContext, HaftHttpModule, HaftModule, HaftService, type HaftModuleOptions } from '@haft/nestjs';
import { buildFixture } from './support/build-fixture.js';
import { HaftError, RunContext } from 'haft';
import type { ReflectedToolsets } from 'haft/reflected';
import { cancelled, OrdersController, OrdersToolset, written } from './fixtures/nest-hints/src/orders.js';
import { messageTemplates } from './support/message-templates.js';

/*
 * Hints open no doors. Each text of `@haft/nestjs` that says what to write in a guard,
 * an interceptor or a filter is followed as readers in a hurry follow it, in an application with
 * all ways to a tool. Then only a clerk cancels orders.
 */

const SOURCES = join(import.meta.dirname, '../../nestjs/src');
const FIXTURE = join(import.meta.dirname, 'fixtures/nest-hints');

/** Code of an enhancer, or of what an enhancer reads. */
const CODE = /HaftExecutionContext|instanceof RunContext|getType|switchToHttp|run\\\.deps|return true/;

/** The texts with advice, each with its file. */
const ADVICE = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    messageTemplates(readFileSync(join(SOURCES, file), 'utf8'))
      .map(({ source }) => source.slice(1))
      .filter((text) => text.includes(' ') && CODE.test(text))
      .map((text) => ({ file, text })),
  );

interface User {
  readonly role: string;
}
const USERS: Readonly<Record<string, User>> = { clerk: { role: 'clerk' }, viewer: { role: 'viewer' } };
const PEOPLE = [...Object.keys(USERS), 'nobody'];

/** Clients of this version call a tool in one request, without a session. */
const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;

/** The code of an enhancer: its first lines, and where it reads the user. */
interface Writing {
  readonly kind: 'guard' | 'guard of a request' | 'interceptor' | 'filter';
  readonly lines?: readonly string[];
  readonly user?: string;
}

/** The parameters of an enhancer, its last line, and the line with which it lets a call pass. */
const KINDS = {
  guard: { parameters: ['context'], last: "return user.role === 'clerk';", pass: 'return true;' },
  'guard of a request': { parameters: ['request'], last: "return user.role === 'clerk';", pass: 'return true;' },
  interceptor: {
    parameters: ['context', 'next'],
    last: "if (user.role !== 'clerk') throw new ForbiddenException(); return next.handle();",
    pass: 'return next.handle();',
  },
  filter: { parameters: ['exception', 'host'], last: '', pass: "return 'passed';" },
};

const OF_REQUEST = 'context.switchToHttp().getRequest().user';
const OF_RUN = 'HaftExecutionContext.create(context).getRun().deps.user';
const OF_BOTH = `HaftExecutionContext.is(context) ? ${OF_RUN} : ${OF_REQUEST}`;
const ANSWERS = 'host.switchToHttp().getResponse().status(403).send({});';

function compiled({ kind, lines = [], user = 'undefined' }: Writing): (...args: readonly unknown[]) => never {
  const { parameters, last } = KINDS[kind];
  const names = { HaftExecutionContext, RunContext, ForbiddenException };
  const code = [...lines, `const user = ${user};`, last].join('\n');
  const run = compileFunction(code, [...Object.keys(names), ...parameters]);
  return (...args) => run.apply(undefined, [...Object.values(names), ...args]) as never;
}

/** Returns the code of an advice: what is in backticks, and expressions in its sentences. */
function codesOf(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]*)`|(HaftExecutionContext[\w.()]*[\w)])/g)]
    .map(([, quoted, bare]) => quoted ?? bare ?? '')
    .filter((code) => /HaftExecutionContext|RunContext\b/.test(code));
}

/**
 * Writes code into an enhancer, as readers in a hurry do. A statement becomes the first line, a
 * condition comes before the line that failed, and an expression is read in place of the one that
 * failed. If the expression is only true or false, the enhancer lets the call pass.
 */
function withCode({ kind, lines = [], user = 'undefined' }: Writing, code: string): Writing {
  if (/^if \(.*\) \S/.test(code)) return { kind, user, lines: [code, ...lines] };
  if (code.startsWith('if (')) return { kind, user, lines: lines.map((line) => `${code} ${line}`) };
  const isCondition = `typeof (${code}) === 'boolean'`;
  return {
    kind,
    lines: [`if (${isCondition} && (${code})) ${KINDS[kind].pass}`, ...lines],
    user: `${isCondition} ? (${user}) : (${code})`,
  };
}

/** An application: who wrote what, and what its runs get. All else is right. */
interface Application {
  readonly writing?: Writing;
  readonly providers?: readonly Provider[];
  /** Whether runs get a copy of the request with its headers only. */
  readonly hasCopy?: boolean;
  readonly request?: HaftModuleOptions['request'];
}

/** An application that shows an advice, and what its developer makes of it. */
interface Mistake {
  readonly made: Application;
  readonly follow: (advice: string) => readonly Application[];
}

const inEnhancer = (writing: Writing, rest: Application = {}): Mistake => ({
  made: { ...rest, writing },
  follow: (advice) => codesOf(advice).map((code) => ({ ...rest, writing: withCode(writing, code) })),
});

const inRequest = (request: HaftModuleOptions['request']): Mistake => ({
  made: { request },
  follow: (advice) => {
    const [, code = ''] = /HaftModule\.forRoot\(\{ request: (.*) \}\)/.exec(advice) ?? [];
    return [{ request: compileFunction(`return ${code}`)() as never }];
  },
});

@Injectable({ scope: Scope.REQUEST })
class OfRunGuard implements CanActivate {
  constructor(@Inject(RunContext) private readonly run: RunContext<{ readonly user: User }>) {}

  canActivate(): boolean {
    return this.run.deps.user.role === 'clerk';
  }
}

function guardOfRequest(writing: Writing): Provider {
  const decide = compiled(writing);
  @Injectable({ scope: Scope.REQUEST })
  class OfRequestGuard implements CanActivate {
    constructor(@Inject(REQUEST) private readonly request: object) {}

    canActivate(): boolean {
      return decide(this.request);
    }
  }
  return { provide: APP_GUARD, useClass: OfRequestGuard };
}

/** The mistakes that show an advice, by the file with the advice. */
const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  'enhancers/around-call.ts': [
    inEnhancer({ kind: 'guard', user: OF_REQUEST }),
    inEnhancer({ kind: 'guard', user: OF_REQUEST }, { hasCopy: true }),
  ],
  'enhancers/exception-filters.ts': [inEnhancer({ kind: 'filter', lines: [ANSWERS] })],
  'enhancers/haft-execution-context.ts': (['guard', 'interceptor'] as const).map((kind) =>
    inEnhancer({ kind, user: OF_RUN }),
  ),
  'enhancers/route-request.ts': (['guard', 'interceptor'] as const).map((kind) =>
    inEnhancer({ kind, user: OF_BOTH, lines: ["context.switchToHttp().getResponse().header('x-by', 'guard');"] }),
  ),
  'enhancers/route.ts': [inRequest(() => undefined)],
  'module/nest-runtime.ts': [inRequest(undefined)],
  'module/requested-run.ts': [
    {
      made: { providers: [{ provide: APP_GUARD, useClass: OfRunGuard }] },
      follow: (advice) =>
        codesOf(advice).map((code) => ({
          providers: [guardOfRequest(withCode({ kind: 'guard of a request', user: 'request.user' }, code))],
        })),
    },
  ],
};

interface WithUser {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: User | undefined;
}

/** As the middleware of an application does it. */
function signIn(request: WithUser, _response: unknown, next: () => void): void {
  request.user = USERS[request.headers['x-user'] ?? ''];
  next();
}

const ofRun = ({ deps }: { readonly deps: unknown }): object => (deps as { readonly request: object }).request;

let toolsets: ReflectedToolsets;
beforeAll(async () => {
  await buildFixture(FIXTURE);
  const generated = './fixtures/nest-hints/src/toolsets.gen.js';
  ({ toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets });
});

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter({ forceCloseConnections: true })],
])('a hint about guards, interceptors and filters under %s', (platform, adapter) => {
  let app: INestApplication | undefined;
  let url = '';
  let said: string[] = [];

  afterEach(() => stop());

  async function stop(): Promise<void> {
    await app?.close();
    app = undefined;
  }

  function hear(...parts: readonly unknown[]): void {
    for (const part of parts) {
      if (part instanceof HaftError) said.push(part.hint ?? '');
      else if (typeof part === 'string') said.push(part);
    }
  }

  /** Says what an enhancer threw, as the log of an application does. */
  const heard =
    (work: (...args: readonly unknown[]) => never) =>
    (...args: readonly unknown[]): never => {
      try {
        return work(...args);
      } catch (error) {
        hear(error);
        throw error;
      }
    };

  function write({ kind, ...rest }: Writing): void {
    written.guard = kind === 'guard' ? heard(compiled({ kind, ...rest })) : () => true;
    written.interceptor =
      kind === 'interceptor' ? heard(compiled({ kind, ...rest })) : (_context, next) => next.handle();
    const safe = ['if (HaftExecutionContext.is(host)) throw exception;', ANSWERS];
    written.filter = heard(compiled(kind === 'filter' ? { kind, ...rest } : { kind: 'filter', lines: safe }));
    // Then the guard refuses, and the filter gets its exception.
    if (kind === 'filter') written.guard = compiled({ kind: 'guard', user: OF_BOTH });
  }

  async function start(application: Application): Promise<void> {
    write(application.writing ?? { kind: 'guard', user: OF_BOTH });
    const depsOf = (request: WithUser): object => ({
      user: request.user,
      request: application.hasCopy === true ? { headers: request.headers } : request,
    });
    const logger = { debug: hear, info: hear, warn: hear, error: hear };
    const request = 'request' in application ? application.request : ofRun;
    const module = await Test.createTestingModule({
      imports: [
        HaftModule.forRoot({ toolsets, ...(request !== undefined && { request }), observe: { logger } }),
        HaftHttpModule.mount('tools', { runOptions: (one: WithUser) => ({ deps: depsOf(one) }) }),
        HaftHttpModule.mountHandler('mcp', (runtime) =>
          serveMcp(runtime, {
            name: 'orders',
            onError: hear,
            context: ({ incoming }) => ({ deps: depsOf(incoming as unknown as WithUser) }),
          }),
        ),
      ],
      controllers: [OrdersController],
      providers: [OrdersToolset, ...(application.providers ?? [])],
    })
      .setLogger({ log: () => undefined, error: hear, warn: hear })
      .compile();
    app = module.createNestApplication(adapter(), { forceCloseConnections: true });
    if (platform === 'Express') app.use(signIn);
    else (app.getHttpAdapter().getInstance() as { addHook(...args: unknown[]): void }).addHook('onRequest', signIn);
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  }

  /** All ways to cancel an order, with the headers of a person. */
  function waysOf(person: string): Readonly<Record<string, () => Promise<unknown>>> {
    const headers: Record<string, string> = { 'x-user': person };
    const by = (tool: string): Readonly<Record<string, () => Promise<unknown>>> => ({
      [`${tool} in code`]: () => {
        const request: WithUser = { headers, user: USERS[person] };
        return app!.get(HaftService).call({ name: tool, arguments: {} }, { deps: { user: request.user, request } });
      },
      [`${tool} over HTTP`]: () =>
        fetch(`${url}/tools/call`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ name: tool, arguments: {} }),
        }),
      [`${tool} over MCP`]: async () => {
        const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
        try {
          await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
          await client.callTool({ name: tool, arguments: {} });
        } finally {
          await client.close();
        }
      },
    });
    return {
      ...by('provider_cancel'),
      ...by('controller_cancel'),
      'the route of the controller': () => fetch(`${url}/orders/cancel`, { headers }),
    };
  }

  /** Returns who cancelled an order, in which ways. */
  async function whoPasses(): Promise<readonly string[]> {
    const passed: string[] = [];
    for (const person of PEOPLE) {
      for (const [way, go] of Object.entries(waysOf(person))) {
        cancelled.length = 0;
        await go().catch(hear);
        if (cancelled.length > 0) passed.push(`${person}: ${way}`);
      }
    }
    return passed;
  }

  /** Runs an application, and returns who passes. */
  async function passing(application: Application): Promise<readonly string[]> {
    said = [];
    try {
      await start(application);
      return await whoPasses();
    } catch (error) {
      hear(error);
      return [];
    } finally {
      await stop();
    }
  }

  it.each(ADVICE)('opens no door to a reader in a hurry: $file', async ({ file, text }) => {
    const clerks = Object.keys(waysOf('clerk')).map((way) => `clerk: ${way}`);
    const followed: Application[] = [];
    for (const { made, follow } of MISTAKES[file] ?? []) {
      const before = await passing(made);
      expect(clerks).toEqual(expect.arrayContaining([...before]));
      const advice = said.find((one) => new RegExp(text).test(one));
      if (advice !== undefined) followed.push(...follow(advice));
    }
    // A hint that no mistake shows is not tested.
    expect(followed).not.toEqual([]);
    for (const one of followed) expect(await passing(one)).toEqual(clerks);
  });
});
