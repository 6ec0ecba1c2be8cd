import { describe, expect, it } from '@jest/globals';
import type { DeferralRequest, ToolOutcome } from '@haft/core';
import { decision, type PendingRun } from '@haft/runtime';
import { entriesOf, Office, officeRuntime, openOffice, planCall } from './support/office.js';

const requestsOf = (outcome: ToolOutcome | undefined): readonly DeferralRequest[] => {
  if (outcome?.status !== 'deferred') throw new Error(`not deferred: ${JSON.stringify(outcome)}`);
  return outcome.requests ?? [];
};

const asJson = (pending: PendingRun): PendingRun => JSON.parse(JSON.stringify(pending)) as PendingRun;

const steps = [
  { id: 'a', tool: 'echo', args: { value: 'x' } },
  { id: 'b', tool: 'sign', args: { text: { $ref: 'a' } } },
  { id: 'c', tool: 'sign', args: { text: 'second' } },
  { id: 'd', tool: 'echo', args: { value: [{ $ref: 'b' }, { $ref: 'a' }] } },
  { id: 'e', tool: 'echo', args: { value: 'free' } },
];

describe('a plan with steps that wait for a decision', () => {
  it('is deferred with all requests when the other steps have ended [PLAN-2, NEW-10]', async () => {
    const { run, office } = openOffice();
    const outcome = await run.call(planCall(steps));
    expect(requestsOf(outcome)).toMatchObject([
      {
        kind: 'approval',
        tool: 'sign',
        callId: 'plan_p1_b',
        arguments: { text: 'x' },
        parent: { callId: 'p1', tool: 'execute_plan', place: { step: 1, id: 'b' } },
      },
      { tool: 'sign', arguments: { text: 'second' }, parent: { place: { step: 2, id: 'c' } } },
    ]);
    expect(office.log).toEqual(['echo "x"', 'echo "free"']);
    expect(run.pending().calls).toMatchObject([
      {
        suspended: {
          state: {
            waits: [1, 2],
            ends: [
              [0, { status: 'ok', value: 'x' }],
              [4, { status: 'ok' }],
            ],
          },
        },
      },
    ]);
  });

  it('tells the model the arguments that an approver changed [PLAN-2, HITL-4]', async () => {
    const { run, office } = openOffice();
    const plan = planCall([{ id: 'a', tool: 'pay', args: { amount: 50 } }]);
    const [request] = requestsOf(await run.call(plan));
    const [outcome] = await run.resume({ [request?.id ?? '']: decision.approve({ arguments: { amount: 20 } }) });
    expect(outcome?.text).toMatch(/^pay: The arguments were changed by the user: amount\.\n\na: ok\n/);
    expect(outcome).toMatchObject({ value: [{ status: 'ok', result: 'paid 20' }] });
    expect(office.log).toEqual(['pay 20']);
  });

  it('continues in another process, and runs no finished step again [PLAN-2, NEW-10]', async () => {
    const { run } = openOffice();
    const [first, second] = requestsOf(await run.call(planCall(steps)));
    const office = new Office();
    const runtime = officeRuntime(office);
    const approved = { [first?.id ?? '']: decision.approve() };
    const { outcomes, run: other } = await runtime.resumeRun(asJson(run.pending()), approved, { partial: true });
    expect(office.log).toEqual(['sign x', 'echo ["signed x","x"]']);
    expect(requestsOf(outcomes[0])).toEqual([second]);

    const last = new Office();
    const ended = await officeRuntime(last).resumeRun(asJson(other.pending()), {
      [second?.id ?? '']: decision.deny('No.'),
    });
    expect(last.log).toEqual([]);
    expect(ended.outcomes).toMatchObject([
      {
        status: 'success',
        callId: 'p1',
        value: [
          { id: 'a', status: 'ok', result: 'x' },
          { id: 'b', status: 'ok', result: 'signed x' },
          { id: 'c', status: 'error', error: 'No.' },
          { id: 'd', status: 'ok', result: ['signed x', 'x'] },
          { id: 'e', status: 'ok', result: 'free' },
        ],
      },
    ]);
  });

  it('skips the steps that need a denied one [PLAN-2]', async () => {
    const { run } = openOffice();
    const requests = requestsOf(await run.call(planCall(steps)));
    const [outcome] = await run.resume(Object.fromEntries(requests.map(({ id }) => [id, decision.deny()])));
    expect(outcome).toMatchObject({
      value: [
        { status: 'ok' },
        { status: 'error', error: 'The tool call was denied.' },
        { status: 'error' },
        { status: 'skipped', error: "Step 'd' was not run because 'b' did not succeed." },
        { status: 'ok' },
      ],
    });
  });

  it('waits again for a step behind another one [PLAN-2]', async () => {
    const { run, office } = openOffice();
    const chain = [
      { id: 'a', tool: 'sign', args: { text: '1' } },
      { id: 'b', tool: 'sign', args: { text: { $ref: 'a' } } },
    ];
    const [first] = requestsOf(await run.call(planCall(chain)));
    const [second] = await run.resume({ [first?.id ?? '']: decision.approve() });
    const [request] = requestsOf(second);
    expect(request).toMatchObject({ callId: 'plan_p1_b', arguments: { text: 'signed 1' } });
    const [last] = await run.resume({ [request?.id ?? '']: decision.approve() });
    expect(last).toMatchObject({ value: [{ result: 'signed 1' }, { result: 'signed signed 1' }] });
    expect(office.log).toEqual(['sign 1', 'sign signed 1']);
  });

  it('keeps the form of Oasis and failed steps while it waits [PLAN-1]', async () => {
    const { run } = openOffice({ plan: { compat: 'oasis' } });
    const mixed = [
      { id: 'f', tool: 'fail' },
      { tool: 'echo', dependsOn: ['f'] },
      { tool: 'echo', args: { value: { a: 1 } } },
      { tool: 'sign' },
    ];
    const [request] = requestsOf(await run.call(planCall(mixed)));
    const [outcome] = await run.resume({ [request?.id ?? '']: decision.approve() });
    expect(outcome).toMatchObject({
      value: [
        { status: 'error', error: 'error: The printer is on fire.' },
        { status: 'skipped' },
        { status: 'ok', result: '{"a":1}' },
        { status: 'ok', result: 'signed ' },
      ],
    });
  });

  it('is decided inline by the handler of the run [PLAN-2]', async () => {
    const { run } = openOffice({
      runtime: {
        people: {
          onDeferred: (requests) =>
            Promise.resolve(Object.fromEntries(requests.map(({ id }) => [id, decision.approve()]))),
        },
      },
    });
    expect(await entriesOf(run.call(planCall(steps)))).toMatchObject([{}, { result: 'signed x' }, {}, {}, {}]);
  });

  it('keeps long results that a waiting step needs, and cuts others [PLAN-2]', async () => {
    const { run, office } = openOffice({ runtime: { limits: { arguments: { maxCharacters: 10_000_000 } } } });
    const long = (letter: string): string => letter.repeat(600_000);
    const heavy = [
      { id: 'a', tool: 'echo', args: { value: long('a') } },
      { id: 'b', tool: 'echo', args: { value: long('b') } },
      { id: 's', tool: 'sign' },
      { tool: 'echo', args: { value: { $ref: 'a' } }, dependsOn: ['s'] },
    ];
    const [request] = requestsOf(await run.call(planCall(heavy)));
    expect(JSON.stringify(run.pending()).length).toBeLessThan(3_000_000);
    const [outcome] = await run.resume({ [request?.id ?? '']: decision.approve() });
    expect(office.log).toHaveLength(4);
    expect(outcome).toMatchObject({ status: 'success', value: [{ result: long('a') }, {}, {}, { result: long('a') }] });
    const [, cut] = (outcome as { value: { result: string }[] }).value;
    expect(cut?.result).toMatch(/^b{300000,}\.\.\. \(truncated, \d+ of 600000 characters\)$/);
  });

  it('fails a step that needs a result that was too large to keep [PLAN-2]', async () => {
    const { run } = openOffice({ runtime: { limits: { arguments: { maxCharacters: 10_000_000 } } } });
    const heavy = [
      { id: 'a', tool: 'echo', args: { value: 'a'.repeat(1_100_000) } },
      { id: 's', tool: 'sign' },
      { tool: 'echo', args: { value: { $ref: 'a' } }, dependsOn: ['s'] },
      { tool: 'echo', args: { value: { $ref: 's' } } },
    ];
    const [request] = requestsOf(await run.call(planCall(heavy)));
    const [outcome] = await run.resume({ [request?.id ?? '']: decision.approve() });
    expect(outcome).toMatchObject({
      value: [
        { status: 'ok', result: expect.stringMatching(/ of 1100000 characters\)$/) as unknown },
        { status: 'ok' },
        { status: 'error', error: "args.value: the result of step 'a' was too large to keep" },
        { status: 'ok', result: 'signed ' },
      ],
    });
  });
});
