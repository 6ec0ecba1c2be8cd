import { describe, expect, it } from '@jest/globals';
import { decision } from '@haft/runtime';
import { codeToolset } from '../../src/code/index.js';
import { readPlan } from '../../src/plan/steps/read-plan.js';
import { entriesOf, openOffice, planCall } from './support/office.js';

const many = (count: number, step: (index: number) => object): { tool: string }[] =>
  Array.from({ length: count }, (_, index) => ({ tool: 'echo', ...step(index) }));

describe('a hostile plan', () => {
  it.each([
    ['a long chain', many(50_000, (index) => (index === 0 ? {} : { dependsOn: [`step_${index - 1}`] })), 0],
    ['a long cycle', many(50_000, (index) => ({ dependsOn: [`step_${(index + 49_999) % 50_000}`] })), 1],
    ['many unknown ids', many(50_000, (index) => ({ dependsOn: [`stop_${index}`] })), 50_000],
    ['one needed step', many(50_000, (index) => (index === 0 ? {} : { dependsOn: ['step_0'] })), 0],
    [
      'a step that needs all',
      [
        ...many(50_000, () => ({})),
        { tool: 'echo', dependsOn: many(50_000, () => ({})).map((_, index) => `step_${index}`) },
      ],
      0,
    ],
  ])('with %s is read in linear time [PLAN-2]', (_, steps, problems) => {
    // A quadratic reader needs minutes for it.
    expect(readPlan(steps).issues).toHaveLength(problems);
  });

  it('shows a part of a long cycle [PLAN-2]', () => {
    const cycle = many(1_000, (index) => ({ dependsOn: [`step_${(index + 999) % 1_000}`] }));
    expect(readPlan(cycle).issues[0]?.message).toMatch(
      /^the steps step_0 -> step_999 -> .* -> \.\.\. -> step_0 depend on each other$/,
    );
  });

  it('with names like __proto__ and constructor finds no step [PLAN-2]', async () => {
    const { run } = openOffice();
    const steps = [{ tool: 'echo', args: { value: { $ref: 'constructor.name' } }, dependsOn: ['__proto__'] }];
    const { text } = await run.call(planCall(steps));
    expect(text).toContain("steps[0].args.value: there is no step 'constructor'");
    expect(text).toContain("steps[0].dependsOn[0]: there is no step '__proto__'");
    const named = [
      { id: 'constructor', tool: 'echo', args: { value: { $ref: '__proto__' } } },
      { id: '__proto__', tool: 'echo', args: { value: 1 } },
    ];
    expect(await entriesOf(run.call(planCall(named)))).toMatchObject([{ result: 1 }, { result: 1 }]);
  });

  it('with tools named like properties of objects names no tool [PLAN-2]', async () => {
    const { run } = openOffice();
    const { text } = await run.call(planCall([{ tool: 'toString' }, { tool: '__proto__' }]));
    expect(text).toContain("steps[0].tool: Unknown tool name: 'toString'.");
    expect(text).toContain("steps[1].tool: Unknown tool name: '__proto__'.");
  });

  it('cannot hide a plan in a program [PLAN-1]', async () => {
    const { run } = openOffice({ toolsets: [codeToolset()] });
    const code = 'return await callTool("execute_plan", { steps: [{ tool: "echo", args: { value: 1 } }] });';
    const [entry] = await entriesOf(run.call(planCall([{ tool: 'execute_code', args: { code } }])));
    expect(entry).toMatchObject({
      result: { exitCode: 1, toolCalls: [{ name: 'execute_plan', status: 'refused' }] },
    });
  });
});

describe('a program as a step', () => {
  it('runs, and takes references as values of its arguments [PLAN-2]', async () => {
    const { run } = openOffice({ toolsets: [codeToolset()] });
    const steps = [
      { id: 'code', tool: 'echo', args: { value: 'return (await tools.find({ query: "x" })).orders.length + 41;' } },
      { tool: 'execute_code', args: { code: { $ref: 'code' } } },
    ];
    const [, entry] = await entriesOf(run.call(planCall(steps)));
    expect(entry).toMatchObject({ status: 'ok' });
    expect(JSON.stringify(entry?.result)).toContain('42');
  });

  it('waits for its approvals with the plan [PLAN-2]', async () => {
    const { run, office } = openOffice({ toolsets: [codeToolset()] });
    const code = 'return await tools.sign({ text: "inside" });';
    const steps = [
      { id: 'code', tool: 'execute_code', args: { code } },
      { tool: 'echo', args: { value: { $ref: 'code' } } },
    ];
    const outcome = await run.call(planCall(steps));
    expect(outcome).toMatchObject({ status: 'deferred', request: { tool: 'sign', arguments: { text: 'inside' } } });
    const requests = outcome.status === 'deferred' ? (outcome.requests ?? []) : [];
    const [ended] = await run.resume(Object.fromEntries(requests.map(({ id }) => [id, decision.approve()])));
    expect(ended).toMatchObject({ status: 'success', value: [{ status: 'ok' }, { status: 'ok' }] });
    expect(ended?.text).toContain('signed inside');
    expect(office.log[0]).toBe('sign inside');
  });
});
