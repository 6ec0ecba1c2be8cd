import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Reference } from '@haft/core';
import { decision, type Run } from '../../src/index.js';
import { MemoryReferenceStore } from '../../src/references/memory-reference-store.js';
import { withValues } from '../../src/call/references/found-reference.js';
import { takesReference } from '../../src/call/references/takes-reference.js';
import { invoiceRuntime } from './invoices.js';

const runtime = invoiceRuntime();
let calls = 0;
const call = (run: Run, name: string, args: unknown) => run.call({ id: `c${++calls}`, name, arguments: args });

/** Calls a tool and returns the reference that the model reads. */
async function reference(run: Run, name = 'find', args: unknown = { count: 3 }): Promise<Reference> {
  const outcome = await call(run, name, args);
  expect(outcome.status).toBe('success');
  return JSON.parse(outcome.text) as Reference;
}

describe('a tool that returns a Ref', () => {
  it('gives the model a reference with the type and a preview instead of the value [NEW-30]', async () => {
    const outcome = await call(runtime.startRun(), 'find', { count: 3 });
    expect(outcome).toMatchObject({
      status: 'success',
      value: { $ref: 'invoices_1', type: 'Invoice[]', preview: expect.stringMatching(/^3 items, 67 characters: \[\{/) },
    });
    expect(JSON.parse(outcome.text)).toEqual((outcome as { value: unknown }).value);
  });

  it('numbers the values of a name, and writes the name of the author in snake_case [NEW-30]', async () => {
    const run = runtime.startRun();
    const found = [await reference(run), await reference(run), await reference(run, 'report', { text: 'x' })];
    expect(found.map((one) => one.$ref)).toEqual(['invoices_1', 'invoices_2', 'monthly_report_1']);
    expect(found[2]?.preview).toBe('A report.');
  });

  it('fails, and does not throw, if the store is broken [NEW-30]', async () => {
    const store = new MemoryReferenceStore();
    store.add = () => {
      throw new Error('The disk is full.');
    };
    const outcome = await call(invoiceRuntime({ references: { store } }).startRun(), 'find', { count: 3 });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'result', tool: 'find', repairs: [] });
    expect(outcome.text).not.toContain('disk');
  });

  it('shows the schema of the value in its definition [NEW-30]', async () => {
    const definitions = await runtime.startRun().definitions();
    expect(definitions.find((one) => one.name === 'find')?.reference).toMatchObject({ type: 'Invoice[]' });
    expect(definitions.find((one) => one.name === 'total')).not.toHaveProperty('reference');
  });
});

describe('a reference as an argument', () => {
  it('gives a parameter of the plain type the value, from text and from data [NEW-30]', async () => {
    const run = runtime.startRun();
    const { $ref } = await reference(run);
    expect(await call(run, 'total', JSON.stringify({ list: { $ref } }))).toMatchObject({ status: 'success', value: 3 });
    expect(await call(run, 'total', { list: { $ref } })).toMatchObject({ status: 'success', value: 3 });
  });

  it('may be the whole object that the model read [NEW-30]', async () => {
    const run = runtime.startRun();
    expect(await call(run, 'total', { list: await reference(run) })).toMatchObject({ value: 3 });
  });

  it('gives a parameter of type Ref<T> a Ref, and its value too [NEW-30]', async () => {
    const run = runtime.startRun();
    const { $ref } = await reference(run);
    const { $ref: text } = await reference(run, 'report', { text: 'thanks' });
    expect(await call(run, 'send', { list: { $ref } })).toMatchObject({ value: '3 sent' });
    expect(await call(run, 'send', { list: { $ref }, text: { $ref: text } })).toMatchObject({
      value: '3 sent with thanks',
    });
    expect(await call(run, 'send', { list: [] })).toMatchObject({ value: '0 sent' });
  });

  it('is the only form of a Ref<T> parameter that the model sees [NEW-30]', async () => {
    const definitions = await runtime.startRun().definitions();
    expect(definitions.find((one) => one.name === 'send')?.parameters.properties).toEqual({
      list: expect.objectContaining({ properties: { $ref: { type: 'string' } }, required: ['$ref'] }),
      text: expect.objectContaining({ properties: { $ref: { type: 'string' } }, required: ['$ref'] }),
    });
  });

  it('works in the dialect of a provider [NEW-30]', async () => {
    const run = runtime.startRun({ target: 'openai' });
    const { $ref } = await reference(run);
    expect(await call(run, 'total', JSON.stringify({ list: { $ref } }))).toMatchObject({ value: 3 });
    expect(await call(run, 'send', JSON.stringify({ list: { $ref }, text: null }))).toMatchObject({ value: '3 sent' });
  });

  it('works inside a list, in a call of another tool, and with broken JSON around it [NEW-30]', async () => {
    const run = runtime.startRun();
    const { $ref } = await reference(run);
    expect(await call(run, 'merge', { lists: [{ $ref }, [], { $ref }] })).toMatchObject({ value: 6 });
    expect(await call(run, 'within', { id: $ref })).toMatchObject({ value: '3' });
    const loose = await call(run, 'total', `{"list": {"$ref": "${$ref}",},}`);
    expect(loose).toMatchObject({ value: 3, repairs: [expect.objectContaining({ kind: 'syntax' })] });
  });

  it('stays as it is where the type takes any value, so that a program can pass it on [NEW-30]', async () => {
    const run = runtime.startRun();
    const { $ref } = await reference(run);
    expect(await call(run, 'anything', { value: { $ref } })).toMatchObject({ value: { $ref } });
  });

  it.each([{}, { target: 'openai' as const }])(
    'stays as it is where the type has $ref (%j) [NEW-30]',
    async (options) => {
      const run = runtime.startRun(options);
      const { $ref } = await reference(run);
      expect(await call(run, 'id_of', JSON.stringify({ reference: { $ref } }))).toMatchObject({ value: $ref });
    },
  );

  it('is found by a tool that asks for it [NEW-30]', async () => {
    const run = runtime.startRun();
    const { $ref } = await reference(run);
    expect(await call(run, 'look', { id: $ref })).toMatchObject({ value: 'Invoice[] 67' });
    expect(await call(run, 'look', { id: 'invoices_2' })).toMatchObject({ value: 'nothing' });
  });
});

describe('the type of a parameter', () => {
  const reference = { type: 'object', properties: { $ref: { type: 'string' } } } as const;
  it.each([
    ['itself', reference, true],
    ['in a branch of anyOf', { anyOf: [{ type: 'null' }, reference] }, true],
    ['in a branch of oneOf', { oneOf: [{ type: 'null' }, reference] }, true],
    ['only inside of a property', { type: 'object', properties: { inside: reference } }, false],
    ['nowhere', { type: 'object' }, false],
    ['nowhere, as every value is valid', true, false],
  ] as const)('takes a reference as it is if it has $ref: %s', (_where, schema, takes) => {
    expect(takesReference(schema, () => undefined)).toBe(takes);
  });

  it('does not decide whether the tool may change the values that it gets', () => {
    const copy = withValues({ list: 1 }, [{ path: ['list'], value: 2 }]) as { list: number };
    copy.list++;
    expect(copy).toEqual({ list: 3 });
  });
});

describe('a reference that does not fit', () => {
  it('is refused with the types of both and with the references that fit [NEW-30]', async () => {
    const run = runtime.startRun();
    await reference(run);
    const { $ref } = await reference(run, 'report', { text: 'x' });
    const outcome = await call(run, 'total', { list: { $ref } });
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toContain(
      'list: expected an array of objects with id and total, or a reference to one, such as invoices_1 (Invoice[]), received the reference monthly_report_1 to string',
    );
  });

  it('is refused by the value if the types may fit [NEW-30]', async () => {
    const run = runtime.startRun();
    expect(await call(run, 'drain', { list: await reference(run) })).toMatchObject({ value: 3 });
    const large = await reference(run, 'find', { count: 6 });
    expect(await call(run, 'drain', { list: large })).toMatchObject({
      status: 'retry',
      issues: [{ path: ['list'], rule: 'maxItems' }],
    });
  });

  it.each([
    ['a guessed id', 'invoices_99'],
    ['an id of an inherited name', 'constructor_1'],
    ['an id of another name', '__proto___1'],
  ])('is unknown for %s [NEW-30]', async (_case, $ref) => {
    const run = runtime.startRun();
    await reference(run);
    const outcome = await call(run, 'send', { list: { $ref } });
    expect(outcome).toMatchObject({ status: 'retry' });
    expect(await call(run, 'look', { id: $ref })).toMatchObject({ value: 'nothing' });
  });

  it('is unknown in another run, of the same user too [NEW-30]', async () => {
    const { $ref } = await reference(runtime.startRun({ userId: 'ann' }));
    for (const run of [runtime.startRun({ userId: 'ann' }), runtime.startRun()]) {
      expect(await call(run, 'send', { list: { $ref } })).toMatchObject({
        status: 'retry',
        text: expect.stringContaining('the reference invoices_1, which does not exist or has expired'),
      });
      expect(await call(run, 'total', { list: { $ref } })).toMatchObject({ status: 'retry' });
    }
  });

  it('is unknown for another user, and known in another run of the user [NEW-30]', async () => {
    const ofUsers = invoiceRuntime({ references: { scope: 'user' } });
    const { $ref } = await reference(ofUsers.startRun({ userId: 'ann' }));
    expect(await call(ofUsers.startRun({ userId: 'ann' }), 'total', { list: { $ref } })).toMatchObject({ value: 3 });
    expect(await call(ofUsers.startRun({ userId: 'bob' }), 'total', { list: { $ref } })).toMatchObject({
      status: 'retry',
    });
    expect(await call(ofUsers.startRun(), 'total', { list: { $ref } })).toMatchObject({ status: 'retry' });
  });

  it('is unknown for a user of another tenant [NEW-30]', async () => {
    const ofUsers = invoiceRuntime({ references: { scope: 'user' } });
    const { $ref } = await reference(ofUsers.startRun({ userId: 'ann', tenantId: 'a' }));
    const total = (tenantId: string) =>
      call(ofUsers.startRun({ userId: 'ann', tenantId }), 'total', { list: { $ref } });
    expect(await total('a')).toMatchObject({ value: 3 });
    expect(await total('b')).toMatchObject({ status: 'retry' });
  });

  it('does not confuse a run with a user of the same id [NEW-30]', async () => {
    const ofUsers = invoiceRuntime({ references: { scope: 'user' } });
    await reference(ofUsers.startRun({ userId: 'x' }));
    expect(await call(ofUsers.startRun({ id: 'x' }), 'look', { id: 'invoices_1' })).toMatchObject({ value: 'nothing' });
    expect(await call(ofUsers.startRun({ userId: 'run:x' }), 'look', { id: 'invoices_1' })).toMatchObject({
      value: 'nothing',
    });
  });
});

describe('the limits of stored values', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('end the value after its time [NEW-30]', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    const short = invoiceRuntime({ references: { ttlMs: 1_000 } });
    const run = short.startRun();
    const { $ref } = await reference(run);
    jest.setSystemTime(Date.now() + 999);
    expect(await call(run, 'total', { list: { $ref } })).toMatchObject({ value: 3 });
    jest.setSystemTime(Date.now() + 1);
    expect(await call(run, 'total', { list: { $ref } })).toMatchObject({
      status: 'retry',
      text: expect.stringContaining('does not exist or has expired'),
    });
  });

  it('refuse a value that is too large, and delete the oldest values of the run [NEW-30]', async () => {
    const small = invoiceRuntime({ references: { maxCharacters: 100, maxTotalCharacters: 160 } });
    const run = small.startRun();
    expect(await call(run, 'find', { count: 10 })).toMatchObject({
      status: 'failed',
      text: 'The result is too large: 221 characters, at most 100 can be stored. Ask for less.',
    });
    for (let i = 0; i < 3; i++) await reference(run);
    expect(await call(run, 'look', { id: 'invoices_1' })).toMatchObject({ value: 'nothing' });
    expect(await call(run, 'look', { id: 'invoices_3' })).toMatchObject({ value: 'Invoice[] 67' });
    expect((await reference(run)).$ref).toBe('invoices_4');
  });

  it('let a value be larger than the arguments that a model may write [NEW-30]', async () => {
    const run = invoiceRuntime({ limits: { arguments: { maxNodes: 50, maxCharacters: 200 } } }).startRun();
    const { $ref } = await reference(run, 'find', { count: 1_000 });
    expect(await call(run, 'total', { list: { $ref } })).toMatchObject({ value: 499_500 });
  });

  it('refuse many references, and many values together, in a bounded number of steps [NEW-30]', async () => {
    const run = invoiceRuntime({ references: { maxTotalCharacters: 500 } }).startRun();
    const { $ref } = await reference(run);
    const many = (count: number): unknown => ({ lists: Array.from({ length: count }, () => ({ $ref })) });
    expect(await call(run, 'merge', many(6))).toMatchObject({ value: 18 });
    expect(await call(run, 'merge', many(8))).toMatchObject({
      status: 'retry',
      text: expect.stringContaining('too large together: 536 characters, at most 500'),
    });
    expect(await call(run, 'merge', many(3_000))).toMatchObject({
      status: 'retry',
      text: expect.stringContaining('more than 100 references'),
    });
  });

  it('keep the values of all runs within the size of the store [NEW-30]', async () => {
    const ours = invoiceRuntime({ references: { store: new MemoryReferenceStore(160) } });
    const runs = [ours.startRun(), ours.startRun(), ours.startRun()];
    for (const run of runs) await reference(run);
    const found = await Promise.all(runs.map((run) => call(run, 'look', { id: 'invoices_1' })));
    expect(found.map((one) => one.text)).toEqual(['nothing', 'Invoice[] 67', 'Invoice[] 67']);
  });
});

describe('attacks through references', () => {
  it('cannot change the prototype with a value or with arguments [NEW-30]', async () => {
    const run = runtime.startRun();
    const { $ref } = await reference(run);
    const text = `{"list": {"$ref": "${$ref}"}, "__proto__": {"$ref": "${$ref}"}}`;
    expect(await call(run, 'total', text)).toMatchObject({ status: 'retry' });
    expect(({} as Record<string, unknown>)['id']).toBeUndefined();
  });

  it('cannot hide a reference in a stored value: it is data there [NEW-30]', async () => {
    const run = runtime.startRun();
    await reference(run);
    const { $ref } = await reference(run, 'report', { text: '{"$ref":"invoices_1"}' });
    expect(await call(run, 'send', { list: [], text: { $ref } })).toMatchObject({
      value: '0 sent with {"$ref":"invoices_1"}',
    });
  });

  it('cannot change a stored value, since each call gets a copy [NEW-30]', async () => {
    const run = runtime.startRun();
    const { $ref } = await reference(run);
    expect(await call(run, 'drain', { list: { $ref } })).toMatchObject({ value: 3 });
    expect(await call(run, 'drain', { list: { $ref } })).toMatchObject({ value: 3 });
    expect(await call(run, 'look', { id: $ref })).toMatchObject({ value: 'Invoice[] 67' });
  });
});

describe('a run with references', () => {
  it('deletes its values at its end [NEW-30]', async () => {
    const store = new MemoryReferenceStore();
    const run = invoiceRuntime({ references: { store } }).startRun({ id: 'r1' });
    await reference(run);
    expect(store.list('run:r1')).toHaveLength(1);
    await run.end();
    expect(store.list('run:r1')).toEqual([]);
  });

  it('keeps them while it is paused, and the paused call has the value itself [NEW-30]', async () => {
    const run = runtime.startRun({ id: 'r2' });
    const { $ref } = await reference(run);
    const deferred = await call(run, 'charge', { list: { $ref } });
    if (deferred.status !== 'deferred') throw new Error(deferred.text);
    const pending = run.pending();
    await run.end();
    const decisions = { [deferred.request.id]: decision.approve() };
    const { run: later, outcomes } = await runtime.resumeRun(pending, decisions);
    expect(outcomes).toMatchObject([{ value: 'charged 3' }]);
    expect(await call(later, 'total', { list: { $ref } })).toMatchObject({ value: 3 });
    const elsewhere = await invoiceRuntime().resumeRun(pending, decisions);
    expect(elsewhere.outcomes).toMatchObject([{ value: 'charged 3' }]);
    expect(await call(elsewhere.run, 'total', { list: { $ref } })).toMatchObject({ status: 'retry' });
  });
});
