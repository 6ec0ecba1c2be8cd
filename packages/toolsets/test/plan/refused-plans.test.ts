import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { humanToolset } from '../../src/human/index.js';
import { planToolset } from '../../src/plan/index.js';
import { entriesOf, openOffice, planCall } from './support/office.js';

/** The first line of the text of a refused plan. Nothing runs. */
const refusal = async (steps: unknown, options = {}): Promise<string> => {
  const { run, office } = openOffice(options);
  const outcome = await run.call(planCall(steps));
  expect(outcome.status).toBe('retry');
  expect(office.log).toEqual([]);
  expect(outcome.text).toMatch(/\n\nFix the errors and try again\.$/);
  return outcome.text.replace(/\n\nFix the errors and try again\.$/, '');
};

describe('a plan of which nothing runs', () => {
  it.each([
    ['without steps', [], 'execute_plan requires at least one step'],
    ['with 51 steps', Array.from({ length: 51 }, () => ({ tool: 'echo' })), 'execute_plan limited to 50 steps, got 51'],
    ['with a plan inside', [{ tool: 'echo' }, { tool: 'execute_plan' }], 'execute_plan steps cannot call execute_plan'],
  ])('%s says so [PLAN-1]', async (_, steps, text) => {
    expect(await refusal(steps)).toBe(text);
  });

  it('has a limit of steps from the settings [PLAN-1]', async () => {
    const steps = [{ tool: 'echo' }, { tool: 'echo' }, { tool: 'echo' }];
    expect(await refusal(steps, { plan: { maxSteps: 2 } })).toBe('execute_plan limited to 2 steps, got 3');
  });

  it.each([
    ['text', 'invalid execute_plan args:\n- steps: expected an array of objects with tool, received "none"'],
    [[{ args: {} }], 'invalid execute_plan args:\n- steps[0].tool: expected a string, received nothing'],
    [
      [{ tool: 'echo', id: '1st' }],
      'steps[0].id: an id has at most 32 letters, digits and _, and begins with no digit',
    ],
    [[{ tool: 'echo', value: 1 }], 'invalid execute_plan args:\n- steps[0].value: '],
  ])('is %j in another form, and says where [PLAN-1]', async (steps, text) => {
    expect(await refusal(steps === 'text' ? 'none' : steps)).toContain(text);
  });

  it('is not JSON, and says where [PLAN-1]', async () => {
    const { run } = openOffice();
    const outcome = await run.call({ name: 'execute_plan', arguments: '{"steps": [{"tool": "echo"}' });
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toMatch(/^invalid execute_plan args: \S/);
  });

  it.each<[string, unknown, string]>([
    [
      'an unknown reference',
      [
        { id: 'search', tool: 'find', args: { query: 'a' } },
        { tool: 'echo', args: { value: [{ $ref: 'serch.orders' }] } },
      ],
      "steps[1].args.value[0]: there is no step 'serch'; did you mean 'search'?",
    ],
    [
      'a reference of another form',
      [{ tool: 'echo', args: { value: { $ref: 5 } } }],
      'steps[0].args.value: expected a reference such as "search" or "search.items.0.id", received 5',
    ],
    [
      'an unknown dependency',
      [{ tool: 'echo' }, { tool: 'echo', dependsOn: ['step_0', 'step_7'] }],
      "steps[1].dependsOn[1]: there is no step 'step_7'; did you mean 'step_0'?",
    ],
    [
      'two steps with one id',
      [
        { id: 'a', tool: 'echo' },
        { id: 'a', tool: 'echo' },
      ],
      "steps[1].id: there is another step 'a'",
    ],
    [
      'the id of an unnamed step',
      [{ id: 'step_1', tool: 'echo' }, { tool: 'echo' }],
      "steps[0].id: there is another step 'step_1'",
    ],
    [
      'steps that depend on each other',
      [
        { tool: 'echo', dependsOn: ['a'] },
        { id: 'a', tool: 'echo', dependsOn: ['b'] },
        { id: 'b', tool: 'echo', args: { value: { $ref: 'a.x' } } },
      ],
      'steps[1].dependsOn: the steps a -> b -> a depend on each other',
    ],
    [
      'a step that depends on itself',
      [{ tool: 'echo', args: { value: [{ $ref: 'step_0' }] } }],
      'steps[0].args.value[0]: the step step_0 depends on itself',
    ],
    [
      'an unknown tool',
      [{ tool: 'ecko' }],
      "steps[0].tool: Unknown tool name: 'ecko'. Did you mean 'echo'? Available tools: 'alone', 'ask_user', 'echo', " +
        "'execute_plan', 'fail', 'find', 'hold', 'pay', 'rare', 'sign', 'weigh'.",
    ],
    [
      'wrong arguments',
      [{ tool: 'echo' }, { tool: 'find', args: { query: 'a', limit: 500 } }],
      'steps[1].args.limit: expected an integer from 1 to 100, received 500',
    ],
    [
      'missing arguments',
      [
        { tool: 'find', args: { limit: { $ref: 'b' } } },
        { id: 'b', tool: 'echo' },
      ],
      'steps[0].args.query: expected a string, received nothing',
    ],
    [
      'a reference to a value that is never valid',
      [
        { id: 'a', tool: 'find', args: { query: 'a' } },
        { tool: 'find', args: { query: 'b', limit: { $ref: 'a.orders.0' } } },
      ],
      'steps[1].args.limit: expected an integer from 1 to 100, received a reference to an object with id and amount',
    ],
    [
      'a reference to a value that no result has',
      [
        { id: 'a', tool: 'find', args: { query: 'a' } },
        { tool: 'echo', args: { value: { $ref: 'a.orders.0.amout' } } },
      ],
      "steps[1].args.value: in a result of 'find' there is no 'orders.0.amout'; did you mean 'amount'?",
    ],
  ])('has %s, and says where [PLAN-2, NEW-10]', async (_, steps, text) => {
    expect(await refusal(steps)).toBe(`${text}\nNo step has run.`);
  });

  it.each([
    ['{{ steps.a.b }}', 'a.b'],
    ['${steps.a.output.b}', 'a.b'],
    ['$steps[0].result', 'a'],
    ['{{outputs.a}}', 'a'],
    ['$.a.b', 'a.b'],
    ['{"$ref": "a.b"}', 'a.b'],
  ])('refuses the placeholder %s of another system', async (text, reference) => {
    const { run, office } = openOffice();
    const steps = [
      { id: 'a', tool: 'find', args: { query: 'x' } },
      { tool: 'echo', args: { value: text } },
    ];
    const outcome = await run.call(planCall(steps));
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toContain(`steps[1].args.value: write {"$ref":"${reference}"}, not ${JSON.stringify(text)}`);
    expect(office.log).toEqual([]);
  });

  it.each(['{{steps}}', '{{steps.z.b}}', '$steps[7].b', '${HOME}', '{"$ref":"z"}', '$outputs', '{{results.total}}'])(
    'leaves the text %s alone, which names no step',
    async (text) => {
      const { run } = openOffice();
      const steps = [
        { id: 'a', tool: 'find', args: { query: 'x' } },
        { tool: 'echo', args: { value: text } },
      ];
      expect((await run.call(planCall(steps))).status).toBe('success');
    },
  );

  it('names all problems, and has them as issues [PLAN-2]', async () => {
    const { run } = openOffice();
    const outcome = await run.call(planCall([{ tool: 'find' }, { tool: 'pay', args: { amount: 'x' } }]));
    expect(outcome).toMatchObject({
      status: 'retry',
      issues: [{ path: ['steps', 0, 'args', 'query'] }, { path: ['steps', 1, 'args', 'amount'] }],
    });
    expect(outcome.text.split('\n').slice(0, 2)).toEqual([
      'steps[0].args.query: expected a string, received nothing',
      'steps[1].args.amount: expected a number, received "x"',
    ]);
  });

  it.each(['to {{a}}', 'Order ${a.orders.0.id} is here.'])(
    'has a reference inside of a text: %j [PLAN-2]',
    async (value) => {
      const steps = [
        { id: 'a', tool: 'find', args: { query: 'x' } },
        { tool: 'echo', args: { value } },
      ];
      const { run, office } = openOffice();
      expect((await run.call(planCall(steps))).text).toContain(
        'steps[1].args.value: no reference works inside of a text',
      );
      expect(
        (await run.call(planCall([steps[0], { tool: 'echo', args: { value: { $literal: value } } }]))).status,
      ).toBe('success');
      expect(office.log).toContain(`echo ${JSON.stringify(value)}`);
    },
  );

  it.each(['{a.orders.0.id}', '<a.orders.0.id>', '#a.orders.0.id'])(
    'has the placeholder %j [PLAN-2]',
    async (value) => {
      const steps = [
        { id: 'a', tool: 'find', args: { query: 'x' } },
        { tool: 'echo', args: { value } },
      ];
      expect((await openOffice().run.call(planCall(steps))).text).toContain('write {"$ref":"a.orders.0.id"}, not');
    },
  );

  it('names problems of ids, references, placeholders, tools and arguments in one answer [PLAN-2]', async () => {
    const steps = [
      { id: 'a', tool: 'find', args: { query: 'x' } },
      { id: 'a', tool: 'ecko' },
      { tool: 'find', args: { query: { $ref: 'aa.x' }, limit: 500 } },
      { tool: 'echo', args: { value: ['{{a.orders.0.id}}', '${a.orders}', '$a', '$5', '$b'] } },
      { tool: 'execute_plan', dependsOn: ['z'] },
    ];
    const { run, office } = openOffice();
    const outcome = await run.call(planCall(steps, { return: ['b'] }));
    expect(outcome.status).toBe('retry');
    expect(office.log).toEqual([]);
    for (const line of [
      "steps[1].id: there is another step 'a'",
      "steps[2].args.query: there is no step 'aa'",
      'steps[3].args.value[0]: write {"$ref":"a.orders.0.id"}, not "{{a.orders.0.id}}"',
      'steps[3].args.value[1]: write {"$ref":"a.orders"}, not "${a.orders}"',
      'steps[3].args.value[2]: write {"$ref":"a"}, not "$a"',
      "steps[4].dependsOn[0]: there is no step 'z'",
      "return[0]: there is no step 'b'",
      "steps[1].tool: Unknown tool name: 'ecko'",
      'steps[2].args.limit: expected an integer from 1 to 100, received 500',
      'steps[4].tool: execute_plan steps cannot call execute_plan',
    ])
      expect(outcome.text).toContain(line);
    expect(outcome).toMatchObject({ issues: { length: 10 } });
  });

  it.each([
    ['values', (args: object) => args],
    ['a text', (args: object) => JSON.stringify(args)],
  ])('names problems of its form with all others, sent as %s [PLAN-2]', async (_, sent) => {
    const steps = [
      { id: '1st', tool: 'find', args: { query: 'x' } },
      { tool: 'find', args: { query: { $ref: '1st.orders.0.id' }, limit: 500 } },
      { args: { value: { $ref: 'b' } } },
      { id: 'c', tool: 'pay', amount: 1 },
      { id: 'd', tool: 'ecko', dependsOn: ['e'] },
      { id: 'e', tool: 'echo', args: 'none', dependsOn: ['d', 5] },
      'echo',
    ];
    const { run, office } = openOffice();
    const args = sent({ steps, dryRun: 'perhaps', return: ['c', 'z'] });
    const outcome = await run.call({ name: 'execute_plan', arguments: args });
    expect(outcome.status).toBe('retry');
    expect(office.log).toEqual([]);
    const { text } = outcome;
    const places = outcome.status === 'retry' ? outcome.issues.map(({ path }) => path.join('.')) : [];
    expect(places.toSorted()).toEqual([
      'dryRun',
      'return.1',
      'steps.0.id',
      'steps.1.args.limit',
      'steps.2.args.value',
      'steps.2.tool',
      'steps.3.amount',
      'steps.4.dependsOn',
      'steps.4.tool',
      'steps.5.args',
      'steps.5.dependsOn.1',
      'steps.6',
    ]);
    expect(text).toMatch(/^invalid execute_plan args:\n- /);
    expect(text.split('\n- ')).toHaveLength(12);
    expect(text).toMatch(/\n\nFix the errors and try again\.$/);
  });

  it('names each step that is a plan, and cycles next to other problems [PLAN-2]', async () => {
    const text = await refusal([
      { tool: 'execute_plan' },
      { tool: 'echo', dependsOn: ['step_1'] },
      { tool: 'execute_plan' },
      { tool: 'pay' },
    ]);
    expect(text.split('\n')).toEqual([
      'steps[1].dependsOn: the step step_1 depends on itself',
      'steps[0].tool: execute_plan steps cannot call execute_plan',
      'steps[2].tool: execute_plan steps cannot call execute_plan',
      'steps[3].args.amount: expected a number, received nothing',
      'No step has run.',
    ]);
  });

  it('names at most ten problems, and counts the others [PLAN-2]', async () => {
    const { run } = openOffice();
    const { text } = await run.call(planCall(Array.from({ length: 30 }, () => ({ tool: 'pay' }))));
    expect(text).toContain('steps[9].args.amount');
    expect(text).not.toContain('steps[10]');
    expect(text).toContain('... and 20 more problems');
    expect(text.length).toBeLessThanOrEqual(2_000);
  });

  it('spends the retry budget of execute_plan [PLAN-1]', async () => {
    const { run } = openOffice();
    for (let attempt = 0; attempt < 2; attempt++) await run.call(planCall([]));
    expect(await run.call(planCall([]))).toMatchObject({ status: 'failed', reason: 'exhausted' });
  });

  it('names itself and ask_user as the run does, and knows a tool of the application with such a name [NAM-6]', async () => {
    const own = defineTool({
      name: 'ask_user',
      description: 'Asks a colleague.',
      parameters: { type: 'object' },
      execute: () => 'yes',
    });
    const run = createRuntime({
      toolsets: [
        toolset('desk', [own]),
        humanToolset().rename({ human: 'ask_user' }),
        planToolset().rename({ batch: 'execute_plan' }),
      ],
    }).startRun();
    const call = async (tool: string) => run.call({ name: 'batch', arguments: { steps: [{ tool }] } });
    expect((await call('batch')).text).toContain('batch steps cannot call batch');
    expect((await call('execute_plan')).text).toContain('batch steps cannot call batch');
    expect(await call('ask_user')).toMatchObject({ value: [{ status: 'ok', result: 'yes' }] });
    expect(await call('human')).toMatchObject({
      value: [{ status: 'error', error: 'human cannot be called from within batch' }],
    });
  });
});

describe('a dry run', () => {
  it('returns the plan as it would run, and executes nothing [PLAN-2, NEW-10]', async () => {
    const { run, office } = openOffice();
    const steps = [
      { id: 'a', tool: 'find', args: { query: 'a' } },
      { tool: 'pay', args: { amount: { $ref: 'a.orders.0.amount' } } },
      { tool: 'pay', args: { amount: 50 } },
      { tool: 'pay', args: { amount: 5 } },
      { tool: 'sign', args: { text: { $ref: 'a.orders.0.id' } } },
      { tool: 'ask_user', args: { question: 'Which?' } },
    ];
    expect(await entriesOf(run.call(planCall(steps, { dryRun: true })))).toEqual([
      { step: 0, id: 'a', tool: 'find', status: 'planned', needsApproval: false },
      { step: 1, id: 'step_1', tool: 'pay', status: 'planned', needsApproval: 'unknown' },
      { step: 2, id: 'step_2', tool: 'pay', status: 'planned', needsApproval: true },
      { step: 3, id: 'step_3', tool: 'pay', status: 'planned', needsApproval: false },
      { step: 4, id: 'step_4', tool: 'sign', status: 'planned', needsApproval: true },
      {
        ...{ step: 5, id: 'step_5', tool: 'ask_user', status: 'error' },
        error: 'ask_user cannot be called from within execute_plan',
      },
    ]);
    expect(office.log).toEqual([]);
    expect(run.pending().requests).toEqual([]);
    expect(run.pending().counters.calls).toBe(1);
  });

  it('has the problems of a real run [PLAN-2]', async () => {
    const { run } = openOffice();
    expect(await run.call(planCall([{ tool: 'find' }], { dryRun: true }))).toMatchObject({
      status: 'retry',
      issues: [{ path: ['steps', 0, 'args', 'query'] }],
    });
  });

  it('names limits that a step would meet [PLAN-2]', async () => {
    const { run } = openOffice();
    await run.call({ name: 'rare', arguments: {} });
    await run.call({ name: 'rare', arguments: {} });
    const [entry] = await entriesOf(run.call(planCall([{ tool: 'rare' }], { dryRun: true })));
    expect(entry).toMatchObject({ status: 'error' });
    expect(entry?.error).toMatch(/rare/);
  });
});
