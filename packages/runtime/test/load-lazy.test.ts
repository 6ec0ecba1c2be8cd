import { beforeEach, describe, expect, it, jest } from '@jest/globals';

const good = { name: 'count', arguments: '{"to":3}' };
const bad = { name: 'count', arguments: '{"to":"many"}' };

let loads = 0;
/** Returns the exports of the lazily loaded file. */
let give: () => Promise<object>;

const wholePart = async (): Promise<object> => {
  const files = await Promise.all([
    import('../src/call/arguments/validate-from-person.js'),
    import('../src/call/around/typed-arguments-of.js'),
    import('../src/call/deferral/parse-decision.js'),
    import('../src/call/deferral/result-check.js'),
    import('../src/call/outcome/check-result.js'),
    import('../src/call/outcome/hidden-paths-of.js'),
    import('../src/call/outcome/refuse-arguments.js'),
  ]);
  return Object.assign({}, ...files) as object;
};

/** A fresh copy of the package, which has loaded nothing on demand. */
async function start(timeoutMs = 1000) {
  jest.resetModules();
  jest.unstable_mockModule('../src/call/lazy.js', () => {
    loads++;
    return give();
  });
  const { createRuntime, toolset } = await import('../src/index.js');
  const { argumentCheck } = await import('../../arguments/test/support/argument-check.js');
  const parameters = {
    type: 'object',
    properties: { to: { type: 'integer' } },
    required: ['to'],
    additionalProperties: false,
  } as const;
  const executed: unknown[] = [];
  const tool = {
    definition: { name: 'count', description: 'Counts.', parameters, toolset: 'count', version: '0', fingerprint: '' },
    aliases: [],
    ownName: 'count',
    check: argumentCheck(parameters),
    settings: {},
    body: { usesRun: false, host: [], invoke: (_instance: never, args: never) => executed.push(args) },
  };
  const runtime = createRuntime({ toolsets: toolset('count', [tool]), limits: { timeoutMs, retries: 5 } });
  return { run: runtime.startRun(), executed };
}

beforeEach(() => {
  loads = 0;
  give = wholePart;
});

describe('the code that repairs and rejects arguments', () => {
  it('is loaded once, also for concurrent users, and not by calls whose arguments fit', async () => {
    const { run } = await start();
    expect(await run.call(good)).toMatchObject({ status: 'success' });
    expect(await run.call('count', { to: 3 })).toMatchObject({ status: 'success' });
    expect(loads).toBe(0);
    const outcomes = await Promise.all([run.call(bad), run.call(bad), run.call(good), run.callAll([bad, good])]);
    expect(outcomes.flat().map(({ status }) => status)).toEqual(['retry', 'retry', 'success', 'retry', 'success']);
    expect(await run.call(bad)).toMatchObject({ status: 'retry' });
    expect(loads).toBe(1);
  });

  it('repairs in the first call as in every other', async () => {
    const { run, executed } = await start();
    const outcome = await run.call({ name: 'count', arguments: '{"to":"3"}' });
    expect(outcome).toMatchObject({ status: 'success', repairs: [{ kind: 'coercion', from: '"3"', to: '3' }] });
    expect(executed).toEqual([{ to: 3 }]);
  });

  it('rejects the call when it cannot be loaded: that is the developer’s, and costs the model nothing', async () => {
    give = () => Promise.reject(new Error('Cannot find module'));
    const { run, executed } = await start();
    await expect(run.call(bad)).rejects.toMatchObject({
      code: 'HAFT_PART_MISSING',
      message: expect.stringContaining('Cannot find module'),
    });
    await expect(run.callAll([bad, good])).rejects.toMatchObject({ code: 'HAFT_PART_MISSING' });
    await expect(run.call({ ...good, truncated: true })).rejects.toMatchObject({ code: 'HAFT_PART_MISSING' });
    expect(await run.call(good)).toMatchObject({ status: 'success' });
    expect(executed).toHaveLength(2);
  });

  it('has the time of the call to come', async () => {
    give = () => new Promise(() => undefined);
    const { run, executed } = await start(20);
    expect(await run.call(bad)).toMatchObject({ status: 'failed', reason: 'timeout' });
    expect(executed).toEqual([]);
  });

  it('no longer delays a call after the run was cancelled', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    give = async () => {
      await arrived;
      return wholePart();
    };
    const { run, executed } = await start();
    const call = run.call({ name: 'count', arguments: '{"to":"3"}' });
    run.cancel();
    expect(await call).toMatchObject({ status: 'interrupted' });
    arrive();
    await new Promise((resolve) => setImmediate(resolve));
    expect(executed).toEqual([]);
  });
});
