import { describe, expect, it } from '@jest/globals';
import type { Reference } from '@haft/core';
import { createRuntime, MemoryReferenceStore, type Run, type RunOptions, type RuntimeOptions } from '@haft/runtime';
import { refsToolset, type RefSlice } from '../../src/refs/index.js';
import { storedTools } from './stored.js';

const runtimeOf = (references: RuntimeOptions['references'] = {}) =>
  createRuntime({ toolsets: [storedTools(), refsToolset()], references });
const runtime = runtimeOf();
const open = (options?: RunOptions): Run => runtime.startRun(options);

/** Stores a value and returns its reference. */
async function stored(run: Run, value: unknown): Promise<Reference> {
  const outcome = await run.call({ name: 'bill_store', arguments: { json: JSON.stringify(value) } });
  return JSON.parse(outcome.text) as Reference;
}

const call = (run: Run, args: unknown) => run.call({ name: 'ref_read', arguments: args });

/** Returns what a program and a model read of a value. */
async function read(value: unknown, args: object = {}): Promise<{ slice: RefSlice; text: string }> {
  const run = open();
  const { $ref } = await stored(run, value);
  const outcome = await call(run, { ref: $ref, ...args });
  expect(outcome).toMatchObject({ status: 'success' });
  expect(outcome.text.length).toBeLessThan(11_000);
  return { slice: (outcome as { value: unknown }).value as RefSlice, text: outcome.text };
}

describe('ref_read', () => {
  it.each([
    [
      'a slice of an array',
      [1, 2, 3, 4],
      { offset: 1, limit: 2 },
      { value: [2, 3], unit: 'items', count: 2, total: 4 },
    ],
    ['a slice of a text', 'abcdef', { offset: 2, limit: 3 }, { value: 'cde', unit: 'characters', total: 6 }],
    ['properties', { a: 1, b: 2 }, { offset: 1 }, { value: { b: 2 }, unit: 'properties', offset: 1, total: 2 }],
    ['a number', { a: [{ n: 7 }] }, { path: 'a.0.n' }, { value: 7, total: 1 }],
    ['a value at a path with brackets', [{ 'a.b': [5] }], { path: "[0]['a.b'][0]" }, { value: 5 }],
    ['an empty array', [], {}, { value: [], count: 0, total: 0 }],
    ['the end without half a character', 'a\u{1f600}', { limit: 2 }, { value: 'a', count: 1, total: 3 }],
  ])('reads %s [NEW-30]', async (_, value, args, slice) => {
    expect((await read(value, args)).slice).toMatchObject(slice);
  });

  it.each([
    [['a', { b: 1 }], {}, '2 items:\n"a"\n{"b":1}'],
    [[1, 2, 3], { offset: 1, limit: 1 }, 'items 1 to 2 of 3:\n2'],
    [{ a: 1, 'b c': 'x\ny' }, {}, '2 properties:\n"a": 1\n"b c": "x\\ny"'],
    ['one\ntwo', {}, '7 characters:\none\ntwo'],
    [[], {}, '[]'],
    [{ a: null }, { path: 'a' }, 'null'],
  ])('shows a model %j with %j [NEW-30]', async (value, args, text) => {
    expect((await read(value, args)).text).toBe(text);
  });

  it('shows a model the items that fit and how to continue, and gives a program all [NEW-30]', async () => {
    const run = open();
    await run.call({ name: 'bill_find', arguments: { count: 50_000 } });
    const outcome = await call(run, { ref: 'invoices_1' });
    expect(outcome.text.length).toBeLessThan(11_000);
    expect(outcome).toMatchObject({ value: { count: 50_000, total: 50_000, value: { length: 50_000 } } });
    const next = Number(/^items 0 to \d+ of 50000\. Continue with offset (\d+)\.\n/.exec(outcome.text)?.[1]);
    expect(next).toBeGreaterThan(250);
    expect(outcome.text.split('\n')).toHaveLength(next + 1);
    expect((await call(run, { ref: 'invoices_1', offset: next })).text).toMatch(
      new RegExp(`^items ${String(next)} to `),
    );
  });

  it('describes large parts to a model and gives their paths [NEW-30]', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => n);
    const value = [{ id: 'a', 'all.lines': lines, __proto: 1 }];
    expect((await read(value)).text).toMatch(/^1 item:\n\(object, \d+ characters: read the path 0\)$/);
    const { text, slice } = await read(value, { path: '0' });
    const path = /\(array of 5000 items, \d+ characters: read the path (.*)\)/.exec(text)?.[1];
    expect(path).toBe("0['all.lines']");
    expect(slice).toMatchObject({ value: { id: 'a', 'all.lines': { length: 5_000 } } });
    expect((await read(value, { path, offset: 4_999 })).text).toBe('items 4999 to 5000 of 5000:\n4999');
  });

  it.each([undefined, 'openai', 'anthropic'] as const)(
    'takes the reference as the model read it, which its value never replaces (%s) [NEW-30]',
    async (target) => {
      const run = open({ ...(target && { target }) });
      for (const value of ['invoices_7', [1], { $ref: 'value_1' }]) {
        const reference = await stored(run, value);
        const offset = target === 'openai' ? null : 0;
        const rest = { path: target === 'openai' ? null : '', offset, limit: target === 'openai' ? null : 10 };
        for (const ref of [reference, { $ref: reference.$ref }, reference.$ref]) {
          const outcome = await call(run, target === 'openai' ? { ref: openAi(ref), ...rest } : { ref, ...rest });
          expect(outcome).toMatchObject({ status: 'success', value: { value } });
        }
      }
    },
  );

  it('takes a reference next to an argument that Haft repairs [NEW-30]', async () => {
    const run = open();
    const { $ref } = await stored(run, 'abc');
    expect(await call(run, { ref: { $ref }, offset: '1' })).toMatchObject({ value: { value: 'bc' } });
  });

  it.each([
    ['constructor', "there is no 'constructor'"],
    ['__proto__', "there is no '__proto__'"],
    ['items.length', "there is no 'items.length', because the value is an array of 2 items"],
    ['itms', "there is no 'itms'; did you mean 'items'?"],
    ['items..0', "The path 'items..0' is invalid"],
  ])('explains that the path %s has no value [NEW-30]', async (path, text) => {
    const run = open();
    const { $ref } = await stored(run, { items: [1, 2] });
    const outcome = await call(run, { ref: $ref, path });
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toContain(text);
  });

  it('reads an own property __proto__ [NEW-30]', async () => {
    const run = open();
    await run.call({ name: 'bill_store', arguments: { json: '{"__proto__": {"a": 1}}' } });
    expect(await call(run, { ref: 'value_1', path: '__proto__.a' })).toMatchObject({ value: { value: 1 } });
  });

  it('says how much there is if the offset is behind the end [NEW-30]', async () => {
    const run = open();
    const { $ref } = await stored(run, [1, 2]);
    const outcome = await call(run, { ref: $ref, offset: 2 });
    expect(outcome.text).toContain('offset must be less than 2, which is the number of items');
  });

  it.each(['value_9', 'constructor', '__proto__', '', 'x'.repeat(10_000)])(
    'asks for another reference than %s [NEW-30]',
    async (ref) => {
      const outcome = await call(open(), { ref });
      expect(outcome.status).toBe('retry');
      expect(outcome.text).toContain('does not exist or has expired. Use the id of a result with "$ref"');
      expect(outcome.text.length).toBeLessThan(1_000);
    },
  );

  it('asks for the place in path if it is in ref [NEW-30]', async () => {
    const outcome = await call(open(), { ref: 'value_1.items' });
    expect(outcome.text).toContain('Write the id alone in ref, and the place in the value in path.');
  });
});

describe('ref_read of a value that belongs to another owner', () => {
  it('does not find the value of another run [NEW-30]', async () => {
    const { $ref } = await stored(open({ userId: 'ann' }), 'secret');
    expect(await call(open({ userId: 'ann' }), { ref: $ref })).toMatchObject({ status: 'retry' });
  });

  it('finds the value of the same user only, if references belong to users [NEW-30]', async () => {
    const shared = runtimeOf({ scope: 'user' });
    const { $ref } = await stored(shared.startRun({ userId: 'ann' }), 'secret');
    expect(await call(shared.startRun({ userId: 'ann' }), { ref: $ref })).toMatchObject({ value: { value: 'secret' } });
    const other = await call(shared.startRun({ userId: 'bob' }), { ref: $ref });
    expect(other).toMatchObject({ status: 'retry' });
    expect(other.text).not.toContain('secret');
  });

  it('does not find an expired value [NEW-30]', async () => {
    let now = Date.now();
    const run = runtimeOf({ store: new MemoryReferenceStore(undefined, () => now) }).startRun();
    const { $ref } = await stored(run, 'abc');
    expect(await call(run, { ref: $ref })).toMatchObject({ status: 'success' });
    now += 2 * 60 * 60 * 1000;
    expect(await call(run, { ref: $ref })).toMatchObject({ status: 'retry' });
  });
});

/** Writes a reference as OpenAI's strict mode requires it: each property is there. */
function openAi(ref: unknown): unknown {
  return typeof ref === 'object' ? { type: null, preview: null, ...ref } : ref;
}
