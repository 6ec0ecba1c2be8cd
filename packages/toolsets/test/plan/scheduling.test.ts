import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { entriesOf, openOffice, planCall, type Office } from './support/office.js';

const hold = (name: string, more: object = {}): object => ({ id: name, tool: 'hold', args: { name }, ...more });
const alone = (name: string): object => ({ id: name, tool: 'alone', args: { name } });

/** Answers the held call of this name. */
const answer = (office: Office, name: string): void => {
  const at = office.held.findIndex((one) => one.name === name);
  const [call] = office.held.splice(at, 1);
  call?.answer(name);
};

describe('the steps of a plan', () => {
  it('run in parallel, and those that need others wait [PLAN-3]', async () => {
    const { run, office } = openOffice();
    const steps = [hold('a'), hold('b'), hold('c', { dependsOn: ['a'] }), hold('d', { dependsOn: ['a', 'b'] })];
    const ended = run.call(planCall(steps));
    await office.waitFor(2);
    expect(office.names()).toEqual(['a', 'b']);
    answer(office, 'a');
    await office.waitFor(2);
    expect(office.names()).toEqual(['b', 'c']);
    answer(office, 'b');
    await office.waitFor(2);
    expect(office.names()).toEqual(['c', 'd']);
    answer(office, 'd');
    answer(office, 'c');
    expect((await entriesOf(ended)).map(({ result }) => result)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([
    ['ten', {}, 10],
    ['as many as the setting says', { concurrency: 3 }, 3],
  ])('run %s at a time, in order of the plan [PLAN-3]', async (_, plan, most) => {
    const { run, office } = openOffice({ plan });
    const names = Array.from({ length: 12 }, (__, index) => `s${index}`);
    const ended = run.call(planCall(names.map((name) => hold(name))));
    await office.waitFor(most);
    expect(office.log).toEqual(names.slice(0, most).map((name) => `begin ${name}`));
    answer(office, 's1');
    await office.waitFor(most);
    expect(office.names()).toContain(`s${most}`);
    const rest = names.filter((name) => name !== 's1');
    for (const [index, name] of rest.entries()) {
      await office.waitFor(Math.min(most, rest.length - index));
      answer(office, name);
    }
    expect(await entriesOf(ended)).toHaveLength(12);
    expect(office.log.filter((line) => line.startsWith('begin'))).toEqual(names.map((name) => `begin ${name}`));
  });

  it('wait for a sequential tool, which waits for those before it [PLAN-3]', async () => {
    const { run, office } = openOffice();
    const ended = run.call(planCall([hold('a'), hold('b'), alone('x'), hold('c')]));
    await office.waitFor(2);
    answer(office, 'b');
    answer(office, 'a');
    await office.waitFor(1);
    expect(office.names()).toEqual(['x']);
    answer(office, 'x');
    await office.waitFor(1);
    expect(office.names()).toEqual(['c']);
    answer(office, 'c');
    await ended;
    expect(office.log).toEqual(['begin a', 'begin b', 'end b', 'end a', 'begin x', 'end x', 'begin c', 'end c']);
  });
});

describe('a plan that is stopped', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('ends with the run, interrupts its steps and starts no other [PLAN-1]', async () => {
    const { run, office } = openOffice();
    const ended = run.call(planCall([hold('a'), hold('b', { dependsOn: ['a'] })]));
    await office.waitFor(1);
    const [held] = office.held;
    run.cancel('The user left.');
    expect(await ended).toMatchObject({ status: 'interrupted' });
    expect(held?.signal.aborted).toBe(true);
    held?.answer('late');
    expect(office.log).toEqual(['begin a']);
  });

  it('returns the finished steps shortly before its deadline, and says which may have had effects [PLAN-1]', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { run, office } = openOffice({ runtime: { limits: { timeoutMs: 1_000_000 } } });
    const steps = [{ tool: 'echo', args: { value: 1 } }, hold('a'), hold('b', { dependsOn: ['a'] }), alone('c')];
    const ended = entriesOf(run.call(planCall(steps)));
    await office.waitFor(1);
    await jest.advanceTimersByTimeAsync(297_000);
    expect(office.held[0]?.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(office.held[0]?.signal.aborted).toBe(true);
    expect((await ended).map(({ status, result, error }) => [status, result ?? error])).toEqual([
      ['ok', 1],
      ['error', 'The time of the plan was over before this step finished. It may have had effects.'],
      ['skipped', "Step 'b' was not run because 'a' did not succeed."],
      ['error', 'The time of the plan was over before this step started. You can run it in another plan.'],
    ]);
  });

  it('has a time from the settings [PLAN-1]', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { run, office } = openOffice({ plan: { timeoutMs: 4_000 } });
    const ended = entriesOf(run.call(planCall([hold('a')])));
    await office.waitFor(1);
    await jest.advanceTimersByTimeAsync(3_500);
    expect(office.held[0]?.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    expect(await ended).toMatchObject([{ status: 'error' }]);
  });
});
