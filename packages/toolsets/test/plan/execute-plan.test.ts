import { describe, expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { PlanOptions, planToolset, toolsets } from '../../src/plan/index.js';
import { entriesOf, Office, openOffice, planCall } from './support/office.js';

describe('execute_plan', () => {
  it('runs steps of the form of Oasis, in order of the plan [PLAN-1, TOOL-20]', async () => {
    const { run } = openOffice();
    const steps = [{ tool: 'find', args: { query: 'a' } }, { tool: 'echo', args: { value: 'b' } }, { tool: 'echo' }];
    const outcome = await run.call(planCall(steps));
    expect(outcome.status).toBe('success');
    expect(outcome.text).toBe(
      'step_0 find: ok\n {"orders":[{"id":"a-1","amount":7}]}\nstep_1 echo: ok\n b\nstep_2 echo: ok\n null',
    );
    expect(outcome).toMatchObject({
      value: [
        { step: 0, tool: 'find', status: 'ok', result: { orders: [{ id: 'a-1', amount: 7 }] } },
        { step: 1, tool: 'echo', status: 'ok', result: 'b' },
        { step: 2, tool: 'echo', status: 'ok', result: null },
      ],
    });
  });

  it('passes results of steps on by references, in any order of the steps [PLAN-2, NEW-10]', async () => {
    const { run, office } = openOffice();
    const entries = await entriesOf(
      run.call(
        planCall([
          { id: 'paid', tool: 'pay', args: { amount: { $ref: 'found.orders.0.amount' } } },
          { id: 'found', tool: 'find', args: { query: { $ref: 'step_2' } } },
          { tool: 'echo', args: { value: 'b' } },
          { tool: 'echo', args: { value: 'last' }, dependsOn: ['paid'] },
        ]),
      ),
    );
    expect(office.log).toEqual(['echo "b"', 'find b', 'pay 7', 'echo "last"']);
    expect(entries).toMatchObject([
      { step: 0, id: 'paid', tool: 'pay', status: 'ok', result: 'paid 7' },
      { step: 1, id: 'found' },
      { step: 2, tool: 'echo', status: 'ok' },
      { step: 3, status: 'ok' },
    ]);
    expect(entries[2]).not.toHaveProperty('id');
  });

  it('keeps empty texts [PLAN-1]', async () => {
    const { run } = openOffice();
    expect(await entriesOf(run.call(planCall([{ tool: 'echo', args: { value: '' } }])))).toEqual([
      { step: 0, tool: 'echo', status: 'ok', result: '' },
    ]);
  });

  it('continues after a failed step, and skips the steps that need it [PLAN-1, PLAN-2]', async () => {
    const { run, office } = openOffice();
    const entries = await entriesOf(
      run.call(
        planCall([
          { id: 'a', tool: 'fail' },
          { id: 'b', tool: 'echo', args: { value: { $ref: 'a' } } },
          { id: 'c', tool: 'echo', dependsOn: ['b'] },
          { id: 'd', tool: 'fail', args: { how: 'retry' } },
          { id: 'e', tool: 'echo', args: { value: 1 } },
        ]),
      ),
    );
    expect(entries).toEqual([
      { step: 0, id: 'a', tool: 'fail', status: 'error', error: 'The printer is on fire.' },
      {
        ...{ step: 1, id: 'b', tool: 'echo', status: 'skipped' },
        error: "Step 'b' was not run because 'a' did not succeed.",
      },
      {
        ...{ step: 2, id: 'c', tool: 'echo', status: 'skipped' },
        error: "Step 'c' was not run because 'b' did not succeed.",
      },
      {
        ...{ step: 3, id: 'd', tool: 'fail', status: 'error' },
        error: 'Ask for something else.\n\nFix the errors and try again.',
      },
      { step: 4, id: 'e', tool: 'echo', status: 'ok', result: 1 },
    ]);
    expect(office.log).toEqual(['echo 1']);
  });

  it('fails a step whose reference has no value, and the steps that need it [PLAN-2]', async () => {
    const { run } = openOffice();
    const steps = [
      { id: 'a', tool: 'echo', args: { value: { list: [1] } } },
      { id: 'b', tool: 'echo', args: { value: [{ $ref: 'a.list.5' }] } },
      { id: 'c', tool: 'echo', dependsOn: ['b'] },
    ];
    expect(await entriesOf(run.call(planCall(steps)))).toMatchObject([
      { status: 'ok' },
      {
        status: 'error',
        error: "args.value[0]: in the result of step 'a' there is no 'list.5', because the value is an array of 1 item",
      },
      { status: 'skipped' },
    ]);
  });

  it('checks values of references when they are known [PLAN-2]', async () => {
    const { run, office } = openOffice();
    const steps = [
      { id: 'a', tool: 'echo', args: { value: 'many' } },
      { tool: 'find', args: { query: 'x', limit: { $ref: 'a' } } },
    ];
    const [, second] = await entriesOf(run.call(planCall(steps)));
    expect(second).toMatchObject({ status: 'error' });
    expect(second?.error).toContain('limit: expected an integer from 1 to 100, received "many"');
    expect(office.log).toEqual(['echo "many"']);
  });

  it('reads a name in another spelling, also around a reference [PLAN-2]', async () => {
    const { run, office } = openOffice();
    const steps = [
      { id: 'a', tool: 'find', args: { Query: 'x' } },
      { tool: 'find', args: { Query: { $ref: 'a.orders.0.id' } } },
    ];
    expect(await entriesOf(run.call(planCall(steps)))).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    expect(office.log).toEqual(['find x', 'find x-1']);
  });

  it('fails a step that asks the user, and runs the others [PLAN-1, NAM-6]', async () => {
    const { run } = openOffice();
    const steps = [
      { id: 'a', tool: 'ask_user', args: { question: 'Which?' } },
      { tool: 'echo', dependsOn: ['a'] },
      { tool: 'echo', args: { value: 1 } },
    ];
    const outcome = await run.call(planCall(steps));
    expect((outcome as { readonly value?: unknown }).value).toEqual([
      {
        ...{ step: 0, id: 'a', tool: 'ask_user', status: 'error' },
        error: 'ask_user cannot be called from within execute_plan',
      },
      expect.objectContaining({ status: 'skipped', error: "Step 'step_1' was not run because 'a' did not succeed." }),
      expect.objectContaining({ status: 'ok' }),
    ]);
    expect(run.pending().requests).toEqual([]);
  });

  it('gives steps ids that name the plan, and events that name the call of the plan [PLAN-1]', async () => {
    const events: { callId: string; parent?: unknown }[] = [];
    const { run } = openOffice({
      runtime: {
        observe: {
          onEvent: (event) => {
            if (event.type === 'retry') events.push(event);
          },
        },
      },
    });
    const args = { how: 'retry' };
    await run.call(
      planCall([
        { id: 'a', tool: 'fail', args },
        { tool: 'fail', args },
      ]),
    );
    expect(events).toMatchObject([
      { callId: 'plan_p1_a', parent: { callId: 'p1', tool: 'execute_plan', place: { step: 0, id: 'a' } } },
      { callId: 'plan_p1_step_1', parent: { place: { step: 1, id: 'step_1' } } },
    ]);
  });

  it('does not spend the retry budget of the model on its steps [PLAN-1]', async () => {
    const { run } = openOffice();
    const steps = Array.from({ length: 5 }, () => ({ tool: 'fail', args: { how: 'retry' } }));
    await run.call(planCall(steps));
    expect(await run.call({ name: 'fail', arguments: { how: 'retry' } })).toMatchObject({ status: 'retry' });
  });

  it('checks the limits of all steps before the first one runs [PLAN-1, LIM-1]', async () => {
    const { run } = openOffice();
    const entries = await entriesOf(run.call(planCall([{ tool: 'rare' }, { tool: 'rare' }, { tool: 'rare' }])));
    expect(entries.map(({ status }) => status)).toEqual(['ok', 'ok', 'error']);
    const [again] = await entriesOf(run.call(planCall([{ tool: 'rare' }])));
    expect(again).toMatchObject({ status: 'error' });
  });

  it('counts as one call and its steps [PLAN-1]', async () => {
    const { run } = openOffice();
    await run.call(planCall([{ tool: 'echo' }, { tool: 'echo' }, { tool: 'fail' }]));
    expect(run.pending().counters.calls).toBe(4);
  });

  it('returns texts and prefixed errors in the form of Oasis [PLAN-1]', async () => {
    const { run } = openOffice({ plan: { compat: 'oasis' } });
    const steps = [
      { id: 'a', tool: 'find', args: { query: 'a' } },
      { tool: 'echo', args: { value: { $ref: 'a.orders.0.id' } } },
      { tool: 'echo' },
      { tool: 'echo', args: { value: null } },
      { id: 'f', tool: 'fail' },
      { tool: 'ask_user', args: { question: 'Which?' } },
      { tool: 'echo', dependsOn: ['f'] },
    ];
    expect((await entriesOf(run.call(planCall(steps)))).map(({ result, error }) => result ?? error)).toEqual([
      '{"orders":[{"id":"a-1","amount":7}]}',
      'a-1',
      '',
      'null',
      'error: The printer is on fire.',
      'error: ask_user cannot be called from within execute_plan',
      "Step 'step_6' was not run because 'f' did not succeed.",
    ]);
  });

  it('shows the results that no step refers to, or those asked for, and the host gets all [PLAN-1]', async () => {
    const steps = [
      { id: 'a', tool: 'find', args: { query: 'x' } },
      { id: 'b', tool: 'echo', args: { value: { $ref: 'a.orders.0.id' } } },
      { id: 'c', tool: 'echo', args: { value: 'after' }, dependsOn: ['b'] },
      { id: 'd', tool: 'fail' },
    ];
    const outcome = await openOffice().run.call(planCall(steps));
    expect(outcome.text).toBe('b: ok\n x-1\nc: ok\n after\nd: error\n The printer is on fire.\nAlso ok: a');
    expect(outcome).toMatchObject({ value: [{ result: { orders: [{ id: 'x-1' }] } }, {}, {}, {}] });
    const asked = await openOffice().run.call(planCall(steps, { return: ['a'] }));
    expect(asked.text).toMatch(/^a: ok\n .*x-1.*\nd: error\n The printer is on fire\.\nAlso ok: b, c$/);
  });

  it('shows the text that a tool wrote for the model, and the host gets the value [PLAN-1]', async () => {
    const { run } = openOffice();
    const outcome = await run.call(planCall([{ id: 'w', tool: 'weigh' }]));
    expect(outcome.text).toBe('w: ok\n 3 parcels, 12 kg');
    expect(outcome).toMatchObject({ value: [{ result: { parcels: [3, 4, 5] } }] });
  });

  it('shows single values of results, or all if the value is not there [PLAN-1]', async () => {
    const steps = [
      { id: 'a', tool: 'find', args: { query: 'x' } },
      { id: 'w', tool: 'weigh' },
    ];
    const asked = async (wanted: string[]) =>
      (await openOffice().run.call(planCall(steps, { return: wanted }))).text.split('\n');
    expect(await asked(['w.parcels.1', 'a.orders[0].id'])).toEqual([
      'a.orders[0].id: ok',
      ' x-1',
      'w.parcels.1: ok',
      ' 4',
    ]);
    expect(await asked(['w.weight'])).toEqual(['w: ok', ' 3 parcels, 12 kg', 'Also ok: a']);
    expect(await asked(['v.weight'])).toContain("return[0]: there is no step 'v'");
  });

  it('cuts the longest results, and the host gets all of them [PLAN-1]', async () => {
    const { run } = openOffice();
    const long = 'x'.repeat(90_000);
    const steps = [
      { id: 'a', tool: 'echo', args: { value: long } },
      { tool: 'echo', args: { value: { $ref: 'a' } } },
      { tool: 'echo', args: { value: 'short' } },
    ];
    const outcome = await run.call(planCall(steps, { return: ['a', 'step_1', 'step_2'] }));
    expect(outcome.text.length).toBeLessThanOrEqual(100_000);
    expect(outcome.text.length).toBeGreaterThan(98_900);
    expect(outcome.text.match(/ \(truncated, \d{5} of 90000 characters\)\n/g)).toHaveLength(2);
    expect(outcome.text).toMatch(/\nstep_2 echo: ok\n short$/);
    expect(outcome).toMatchObject({ value: [{ result: long }, { result: long }, { result: 'short' }] });
  });

  it('takes its settings from the container, or the defaults [TOOL-20]', async () => {
    const office = new Office();
    const steps = [{ tool: 'echo' }, { tool: 'echo' }];
    const defaults = createRuntime({ toolsets: [office.toolset, toolsets] });
    expect(await entriesOf(defaults.startRun().call(planCall(steps)))).toHaveLength(2);
    const provide = [{ provide: PlanOptions, useValue: new PlanOptions({ maxSteps: 1 }) }];
    const limited = createRuntime({ toolsets: [office.toolset, toolsets], provide });
    expect((await limited.startRun().call(planCall(steps))).text).toContain('limited to 1 steps, got 2');
  });

  it.each<[string, object]>([
    ['no step', { maxSteps: 0 }],
    ['half a step', { concurrency: 0.5 }],
    ['another form', { compat: 'other' }],
    ['another name', { steps: 5 }],
    ['no time', { timeoutMs: 0 }],
  ])('rejects settings with %s [TOOL-20]', (_, settings) => {
    expect(() => planToolset(settings)).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }) as unknown as Error,
    );
  });
});
