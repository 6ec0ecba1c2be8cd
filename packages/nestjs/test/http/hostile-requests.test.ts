import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { REQUESTS, sendHostile } from '../../../durable/test/support/hostile-requests.js';
import { HaftHttpModule, HaftModule } from '../../src/index.js';
import { OfficeToolset } from '../fixtures/shop/src/desk-toolset.js';
import { quietLogger, SILENT_NEST } from '../support/quiet-logger.js';
import { buildOnce } from '../support/build-once.js';

let toolsets: ReflectedToolsets;
let app: INestApplication | undefined;

beforeAll(async () => {
  toolsets = (await buildOnce('shop')).pick(OfficeToolset);
});
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const BODIES = [
  ...[
    '{"name":"office_none","arguments":{}}',
    '{"name":"__proto__"}',
    '{"name":"","id":""}',
    '{"name":"x","id":"\\u0000"}',
  ],
  ...['{"calls":[{"name":"x","id":"1"},{"name":"x","id":"1"}]}', '{"calls":[null]}', '{"calls":{}}', '{"calls":[]}'],
  ...[
    `{"name":"x","arguments":${deep}}`,
    `{"calls":[{"name":"x","arguments":${deep}}]}`,
    '{"name":"x","arguments":"{"}',
  ],
];

it.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter({ forceCloseConnections: true })],
])(
  'endpoints under %s answer every request below 500',
  async (_platform, adapter) => {
    const testing = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets, observe: { logger: quietLogger() } }), HaftHttpModule.mount('tools')],
      providers: [OfficeToolset],
    })
      .setLogger(SILENT_NEST)
      .compile();
    app = testing.createNestApplication(adapter());
    await app.listen(0, '127.0.0.1');
    const port = Number(new URL(await app.getUrl()).port);
    const { tools } = (await (await fetch(`http://127.0.0.1:${port}/tools`)).json()) as { tools: { name: string }[] };
    // It answers when the client leaves.
    const names = tools.map(({ name }) => name).filter((name) => name !== 'office_wait');
    const bodies = [...BODIES, ...names.map((name) => JSON.stringify({ name, arguments: {} }))];
    const facts = { host: `127.0.0.1:${port}`, bodies, headers: [], paths: ['/tools', '/tools/call', '/tools/calls'] };
    const { failures, statuses } = await sendHostile(port, facts, { count: REQUESTS / 2 });
    expect(failures).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(0);
  },
  600_000,
);
