import { describe, expect, it } from '@jest/globals';
import { createRuntime, MemoryReferenceStore, type Run } from '@haft/runtime';
import { planToolset } from '../../src/plan/index.js';
import { refsToolset } from '../../src/refs/index.js';
import { storedTools } from '../refs/stored.js';
import { Office, entriesOf, planCall } from './support/office.js';

const open = (): Run =>
  createRuntime({ toolsets: [storedTools(), refsToolset(), planToolset(), new Office().toolset] }).startRun();
const find = { id: 'find', tool: 'bill_find', args: { count: 4 } };
const plan = (run: Run, steps: unknown) => run.call(planCall(steps));

describe('a reference to a stored value in a plan', () => {
  it('stays as it is for the call, which gets the value [NEW-30]', async () => {
    const run = open();
    await run.call({ name: 'bill_find', arguments: { count: 3 } });
    const steps = [{ tool: 'bill_total', args: { list: { $ref: 'invoices_1' } } }];
    expect(await entriesOf(plan(run, steps))).toMatchObject([{ status: 'ok', result: 3 }]);
  });

  it('gives a part of the value [NEW-30]', async () => {
    const run = open();
    await run.call({ name: 'bill_find', arguments: { count: 3 } });
    const steps = [{ tool: 'bill_pay', args: { amount: { $ref: 'invoices_1.2.total' } } }];
    expect(await entriesOf(plan(run, steps))).toMatchObject([{ status: 'ok', result: 'paid 2' }]);
    const missing = [{ tool: 'bill_pay', args: { amount: { $ref: 'invoices_1.9.total' } } }];
    expect(await entriesOf(plan(run, missing))).toMatchObject([
      { status: 'error', error: expect.stringContaining("in the reference 'invoices_1' there is no '9'") },
    ]);
  });

  it('is the result of a step if a step has the id [NEW-30]', async () => {
    const run = open();
    await run.call({ name: 'bill_find', arguments: { count: 3 } });
    const steps = [
      { ...find, id: 'invoices_1' },
      { tool: 'bill_total', args: { list: { $ref: 'invoices_1' } } },
    ];
    expect(await entriesOf(plan(run, steps))).toMatchObject([{ status: 'ok' }, { status: 'ok', result: 6 }]);
  });

  it('is refused before a step runs if its type cannot fit [NEW-30]', async () => {
    const run = open();
    await run.call({ name: 'bill_find', arguments: { count: 3 } });
    const outcome = await plan(run, [find, { tool: 'bill_pay', args: { amount: { $ref: 'invoices_1' } } }]);
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toContain('received the reference invoices_1 to Invoice[]');
    expect(outcome.text).toContain('No step has run.');
  });

  it('leads to the id of a step if it is misspelt [NEW-30]', async () => {
    const outcome = await plan(open(), [
      { ...find, id: 'find_1' },
      { tool: 'bill_total', args: { list: { $ref: 'fnd_1' } } },
    ]);
    expect(outcome).toMatchObject({ status: 'retry' });
    expect(outcome.text).toContain("there is no step 'fnd_1'; did you mean 'find_1'?");
  });

  it('cannot replace a step in dependsOn [NEW-30]', async () => {
    const run = open();
    await run.call({ name: 'bill_find', arguments: { count: 3 } });
    const outcome = await plan(run, [{ ...find, dependsOn: ['invoices_1'] }]);
    expect(outcome.text).toContain("there is no step 'invoices_1'");
  });

  it('works in a plan that waited for an approval [NEW-30]', async () => {
    const run = open();
    await run.call({ name: 'bill_find', arguments: { count: 3 } });
    const outcome = await plan(run, [
      { id: 'sign', tool: 'sign' },
      { tool: 'bill_total', args: { list: { $ref: 'invoices_1' } }, dependsOn: ['sign'] },
      { tool: 'bill_pay', args: { amount: { $ref: 'invoices_1.1.total' } }, dependsOn: ['sign'] },
    ]);
    expect(outcome.status).toBe('deferred');
    const [request] = run.pending().requests;
    const [resumed] = await run.resume({ [request?.id ?? '']: true });
    expect(resumed).toMatchObject({ value: [{ status: 'ok' }, { result: 3 }, { result: 'paid 1' }] });
  });
});

describe('a step whose result is a reference', () => {
  it('gives the value to a step that uses it, and the model reads the reference [NEW-30]', async () => {
    const steps = [find, { tool: 'bill_total', args: { list: { $ref: 'find' } } }];
    expect(await entriesOf(plan(open(), steps))).toMatchObject([{ status: 'ok' }, { status: 'ok', result: 6 }]);
    expect(await entriesOf(plan(open(), [find]))).toMatchObject([
      { result: { $ref: 'invoices_1', type: 'Invoice[]' } },
    ]);
  });

  it('gives a part of the value [NEW-30]', async () => {
    const steps = [find, { tool: 'bill_pay', args: { amount: { $ref: 'find.3.total' } } }];
    expect(await entriesOf(plan(open(), steps))).toMatchObject([{}, { status: 'ok', result: 'paid 3' }]);
  });

  it('gives the reference to a tool that reads it [NEW-30]', async () => {
    const steps = [
      find,
      { tool: 'ref_read', args: { ref: { $ref: 'find' }, limit: 1 } },
      { tool: 'ref_read', args: { ref: { $ref: 'find.$ref' }, path: '1.id' } },
    ];
    expect(await entriesOf(plan(open(), steps))).toMatchObject([
      {},
      { result: { value: [{ id: 'i0' }], total: 4 } },
      { result: { value: 'i1' } },
    ]);
  });

  it.each([
    ['find', 'expected a number'],
    ['find.0.id', 'expected a number'],
    ['find.0.totl', "there is no '0.totl'; did you mean 'total'?"],
  ])('is refused for a parameter that %s cannot fit [NEW-30]', async ($ref, text) => {
    const outcome = await plan(open(), [find, { tool: 'bill_pay', args: { amount: { $ref } } }]);
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toContain(text);
  });

  it('fails the step that uses a part of an expired value [NEW-30]', async () => {
    let now = Date.now();
    const store = new MemoryReferenceStore(undefined, () => now);
    const office = new Office();
    const toolsets = [storedTools(), planToolset(), office.toolset];
    const run = createRuntime({ toolsets, references: { store } }).startRun();
    const ended = plan(run, [
      find,
      { id: 'hold', tool: 'hold' },
      { tool: 'bill_pay', args: { amount: { $ref: 'find.0.total' } }, dependsOn: ['hold'] },
    ]);
    await office.waitFor(1);
    now += 2 * 60 * 60 * 1000;
    office.held[0]?.answer('go');
    expect(await entriesOf(ended)).toMatchObject([{}, {}, { status: 'error' }]);
  });
});
