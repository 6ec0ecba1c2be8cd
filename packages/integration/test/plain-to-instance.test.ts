import { join } from 'node:path';
import { buildProject } from '@haft/reflector';
import { plainToInstance } from 'class-transformer';
import { createRuntime } from 'haft';
import type { ReflectedToolsets } from 'haft/reflected';
import { Order, Profile, RushOrder } from './fixtures/plain-to-instance/src/order.js';
import { recorded } from './fixtures/plain-to-instance/src/recorded.js';

/*
 * class-transformer itself is the reference: a tool receives the same value as `plainToInstance`
 * returns, through the real call.
 */

const FOLDER = join(import.meta.dirname, 'fixtures/plain-to-instance');
const order = { id: 1, customer_name: 'Ada', lines: [{ article: 'bolt', count: 2 }] };

const CASES: readonly (readonly [string, string, new () => object, object])[] = [
  ['the least', 'order', Order, order],
  ['a default that is replaced', 'order', Order, { ...order, size: 'large' }],
  ['objects inside', 'order', Order, { ...order, photo: { id: 3 }, lines: [] }],
  ['a date', 'order', Order, { ...order, on: '2026-01-31T09:00:00.000Z' }],
  ['what is excluded in one direction only', 'order', Order, { ...order, note: 'ring twice', plain: 'a' }],
  ['changed values', 'order', Order, { ...order, code: 'abc', short_code: 'xyz' }],
  ['a map', 'order', Order, { ...order, byName: { first: { article: 'nut', count: 1 } } }],
  ['an inherited class', 'rush', RushOrder, { ...order, hours: 2, code: 'a' }],
  ['an excluded class', 'profile', Profile, { nick: 'ada' }],
];

let toolsets: ReflectedToolsets;
beforeAll(async () => {
  const out = join(FOLDER, 'src/toolsets.gen.ts');
  const { diagnostics } = await buildProject({ tsconfig: join(FOLDER, 'tsconfig.json'), out, cache: false });
  expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  ({ toolsets } = (await import(out)) as { readonly toolsets: ReflectedToolsets });
}, 60_000);

async function given(tool: string, args: unknown): Promise<unknown> {
  const run = createRuntime({ toolsets }).startRun();
  const outcome = await run.call({ name: tool, arguments: JSON.stringify(args) });
  return outcome.status === 'success' ? JSON.parse(outcome.value as string) : outcome;
}

describe('a tool receives the result of plainToInstance', () => {
  it.each(CASES)('%s', async (_title, tool, dto, sent) => {
    expect(await given(tool, sent)).toEqual(recorded(plainToInstance(dto, sent)));
  });

  it('a list', async () => {
    const sent = [order, { ...order, code: 'b' }];
    expect(await given('orders', { value: sent })).toEqual(recorded(plainToInstance(Order, sent)));
  });
});
