import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Injectable, Module, UnauthorizedException, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication, Type } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { serveMcp } from '@haft/mcp';
import { HaftHttpModule, HaftModule } from '@haft/nestjs';
import { buildFixture } from './support/build-fixture.js';
import type { ReflectedToolsets } from 'haft/reflected';

const folder = `${import.meta.dirname}/fixtures/nest-mcp`;

/*
 * A toolset among the providers of a Nest application, reached by a client of the Model Context
 * Protocol over real HTTP.
 */

interface WithUser {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: string;
}

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

const silent = (): void => undefined;

let AppModule: Type;
beforeAll(async () => {
  await buildFixture(folder);
  const generated = './fixtures/nest-mcp/src/toolsets.gen.js';
  const { toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets };
  const { LedgerToolset, RoleGuard } = await import('./fixtures/nest-mcp/src/ledger-toolset.js');

  const mcp = HaftHttpModule.mountHandler(
    'mcp',
    (runtime) =>
      serveMcp(runtime, {
        name: 'ledger',
        context: ({ incoming }) => ({ userId: (incoming as unknown as { readonly user: string }).user }),
      }),
    { decorators: [UseGuards(TokenGuard)] },
  );
  @Module({ imports: [HaftModule.forRoot({ toolsets }), mcp], providers: [LedgerToolset, RoleGuard] })
  class LedgerModule {}
  AppModule = LedgerModule;
});

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('the MCP endpoint in a Nest application under %s', (_platform, adapter) => {
  let app: INestApplication | undefined;
  const clients: Client[] = [];

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await app?.close();
    app = undefined;
  });

  async function connect(user?: string): Promise<Client> {
    if (app === undefined) {
      const testing = await Test.createTestingModule({ imports: [AppModule] })
        .setLogger({ log: silent, error: silent, warn: silent })
        .compile();
      app = testing.createNestApplication(adapter());
      await app.listen(0, '127.0.0.1');
    }
    const headers = user === undefined ? {} : { authorization: `Bearer ${user}` };
    const client = new Client({ name: 'test', version: '1' });
    const url = new URL(`${await app.getUrl()}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    clients.push(client);
    return client;
  }

  it('shows the tools, and runs them as who the guard of the endpoint found [TSP-18]', async () => {
    const client = await connect('bob');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ledger_sum', 'ledger_close']);
    expect(tools[0]).toMatchObject({ description: 'Sums up entries.', annotations: { readOnlyHint: true } });
    const result = await client.callTool({ name: 'ledger_sum', arguments: { cents: [1, 2, 3] } });
    expect(result).toMatchObject({ structuredContent: { total: 6, by: 'bob' } });
  });

  it('lets a model correct itself [VAL-1]', async () => {
    const client = await connect('bob');
    const result = await client.callTool({ name: 'ledger_sum', arguments: { cents: 'all' } });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result.content)).toContain('cents');
  });

  it('has the guards of the toolset around each call', async () => {
    const refused = await (await connect('bob')).callTool({ name: 'ledger_close', arguments: {} });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'The tool call was denied: Only ada may do this.' }],
    });
    const done = await (await connect('ada')).callTool({ name: 'ledger_close', arguments: {} });
    expect(done).toMatchObject({ content: [{ type: 'text', text: 'closed' }] });
  });

  it('has guards of its own', async () => {
    await expect(connect()).rejects.toThrow();
  });

  it('keeps many clients at the same time apart', async () => {
    const users = Array.from({ length: 20 }, (_, index) => `user${index}`);
    const connected: Client[] = [];
    for (const user of users) connected.push(await connect(user));
    const results = await Promise.all(
      connected.map((client) => client.callTool({ name: 'ledger_sum', arguments: { cents: [1] } })),
    );
    expect(results.map((one) => (one.structuredContent as { readonly by: string }).by)).toEqual(users);
  });
});
