import {
  fleet,
  startWorker,
  type Fleet,
  type FleetOptions,
  type FleetWorker,
  type FleetWorkerOptions,
} from '../../src/index.js';
import { callOf, definitionOf, optionsOf } from '../support/calls.js';
import { runtimeOf } from '../support/function-runtime.js';
import { quietLogger } from '../support/quiet-logger.js';
import { describeRedis, RedisServer } from '../support/redis-server.js';
import { jobId } from '../../src/jobs/job-names.js';
import { deferred, until } from '../support/turn.js';

const add = definitionOf('add', { readOnly: true });

describeRedis('calls through a fleet on Redis', () => {
  let redis: RedisServer;
  let open: (Fleet | FleetWorker)[];

  beforeAll(async () => (redis = await RedisServer.start()));
  afterAll(() => redis.stop());
  beforeEach(() => {
    open = [];
  });
  afterEach(async () => {
    for (const one of open.reverse()) await one[Symbol.asyncDispose]();
    await redis.connect().flushall();
  });

  function sender(options: Partial<FleetOptions> = {}): Fleet {
    const made = fleet({ connection: redis.connect(), logger: quietLogger(), ...options });
    open.push(made);
    return made;
  }

  async function worker(
    options: Partial<FleetWorkerOptions> & Pick<FleetWorkerOptions, 'runtime'>,
  ): Promise<FleetWorker> {
    const started = await startWorker({ connection: redis.connect(), tools: [add], logger: quietLogger(), ...options });
    open.push(started);
    return started;
  }

  test('leaves tools to this process', () => {
    const { executor } = sender({ tools: ({ name }) => name !== 'add' });
    expect(executor(add)).toBeUndefined();
    expect(executor(definitionOf('slow'))).toBeDefined();
  });

  test('returns the outcome of the worker', async () => {
    await worker({ runtime: runtimeOf({ add: ({ arguments: { a, b } }) => Number(a) + Number(b) }) });
    const outcome = await sender()
      .executor(add)
      ?.execute(callOf(add, { a: 2, b: 3 }), optionsOf());
    expect(outcome).toMatchObject({ status: 'success', tool: 'add', value: 5, text: '5', repairs: [] });
  });

  test('gives the worker the call, the attempt and the dependencies of its run', async () => {
    const seen: unknown[] = [];
    const runtime = runtimeOf({ add: (call, { attempt, deps }) => void seen.push(call, attempt, deps) });
    await worker({ runtime, deps: ({ run }) => ({ user: run.userId }) });
    const call = callOf(
      add,
      { a: 1 },
      { run: { id: 'r', userId: 'ann', tenantId: 'acme', metadata: { plan: 'pro' } } },
    );
    await sender()
      .executor(add)
      ?.execute(call, optionsOf({ attempt: 3 }));
    expect(seen).toEqual([call, 3, { user: 'ann' }]);
  });

  test('brings progress, logs and events of the tool in their order, before the outcome', async () => {
    const runtime = runtimeOf({
      add: (call, { onEvent }) => {
        const facts = { runId: 'forged', callId: 'forged', tool: call.tool };
        onEvent({ ...facts, type: 'log', level: 'info', message: 'begins', details: { a: 1 } });
        for (let done = 1; done <= 3; done++) onEvent({ ...facts, type: 'progress', progress: done });
        onEvent({ ...facts, type: 'custom', event: { at: new Date(0) } });
        onEvent({ ...facts, type: 'exception', errorId: 'e1', error: new TypeError('broken') });
      },
    });
    await worker({ runtime });
    const options = optionsOf();
    const call = callOf(add);
    await sender().executor(add)?.execute(call, options);
    const facts = { runId: call.run.id, callId: call.id, tool: 'add' };
    expect(options.events).toEqual([
      { ...facts, type: 'log', level: 'info', message: 'begins', details: { a: 1 } },
      ...[1, 2, 3].map((progress) => ({ ...facts, type: 'progress', progress })),
      { ...facts, type: 'custom', event: { at: '1970-01-01T00:00:00.000Z' } },
      {
        ...facts,
        type: 'exception',
        errorId: 'e1',
        error: expect.objectContaining({ name: 'TypeError', message: 'broken' }),
      },
    ]);
  });

  test('routes each version of a tool to its workers', async () => {
    const [old, next] = [definitionOf('add', {}, '1'), definitionOf('add', {}, '2')];
    await worker({ tools: [old], runtime: runtimeOf({ add: () => 'old' }) });
    await worker({ tools: [next], runtime: runtimeOf({ add: () => 'next' }) });
    const { executor } = sender();
    const answers = await Promise.all(
      [old, next, old].map((tool) => executor(tool)?.execute(callOf(tool), optionsOf())),
    );
    expect(answers).toMatchObject([{ value: 'old' }, { value: 'next' }, { value: 'old' }]);
  });

  test('a call with a queue goes to the workers of that queue', async () => {
    await worker({ runtime: runtimeOf({ add: () => 'usual' }) });
    await worker({ runtime: runtimeOf({ add: () => 'slow' }), queues: ['slow/nightly'] });
    const executor = sender().executor(add);
    expect(await executor?.execute(callOf(add, {}, { queue: 'slow/nightly' }), optionsOf())).toMatchObject({
      value: 'slow',
    });
    expect(await executor?.execute(callOf(add), optionsOf())).toMatchObject({ value: 'usual' });
  });

  test('rejects a call whose job fails at the developer, with the reason', async () => {
    await worker({
      runtime: {
        executeCall: () => Promise.reject(new Error('the container has no Mailer')),
      },
    });
    await expect(sender().executor(add)?.execute(callOf(add), optionsOf())).rejects.toMatchObject({
      code: 'HAFT_FLEET_FAILED',
      message: "No worker returned an outcome of 'add': the container has no Mailer.",
    });
  });

  test('a result that is too large is a failure that the model can act on', async () => {
    await worker({ runtime: runtimeOf({ add: () => 'x'.repeat(50_000) }), maxResultBytes: 10_000 });
    expect(await sender().executor(add)?.execute(callOf(add), optionsOf())).toMatchObject({
      status: 'failed',
      reason: 'result',
      text: 'The tool ran, but its result is too large: 101 kB, and at most 10 kB are allowed. Ask for less data.',
    });
  });

  test('the same attempt is executed once, however often it is sent', async () => {
    let runs = 0;
    await worker({ runtime: runtimeOf({ add: () => ++runs }) });
    const call = callOf(add);
    const first = await sender().executor(add)?.execute(call, optionsOf());
    const again = await sender().executor(add)?.execute(call, optionsOf());
    expect([first, again, runs]).toMatchObject([{ value: 1 }, { value: 1 }, 1]);
    expect(
      await sender()
        .executor(add)
        ?.execute(call, optionsOf({ attempt: 2 })),
    ).toMatchObject({ value: 2 });
  });

  test('a cancelled call that waits for a worker never starts', async () => {
    const cancel = new AbortController();
    const executor = sender().executor(add);
    const outcome = executor?.execute(callOf(add), optionsOf({ signal: cancel.signal }));
    const client = redis.connect();
    await until(async () => (await client.keys('bull:haft-*:c_*')).length === 1);
    cancel.abort();
    expect(await outcome).toMatchObject({ status: 'interrupted', notStarted: true });
    expect(await client.keys('bull:haft-*:c_*')).toEqual([]);
  });

  test.each([
    { ends: 'as unknown', tool: definitionOf('pay'), expected: { status: 'failed', reason: 'unknown' } },
    { ends: 'as not started if it only reads', tool: add, expected: { status: 'interrupted', notStarted: true } },
  ])('a cancelled call that waits again, since its worker died, ends $ends', async ({ tool, expected }) => {
    const cancel = new AbortController();
    const made = callOf(tool);
    const outcome = sender()
      .executor(tool)
      ?.execute(made, optionsOf({ signal: cancel.signal }));
    const client = redis.connect();
    const [name = ''] = await eventually(() => client.keys(`bull:*:${jobId(made.key, 1)}`));
    // BullMQ counts the workers that lost the job.
    await client.hset(name, 'stc', '1');
    cancel.abort();
    expect(await outcome).toMatchObject(expected);
  });

  test('a cancelled call that a worker executes sees its signal, and its outcome counts', async () => {
    const cancel = new AbortController();
    const started = deferred();
    const runtime = runtimeOf({
      add: (_call, { signal }) => {
        started.resolve();
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped')));
      },
    });
    await worker({ runtime });
    const outcome = sender()
      .executor(add)
      ?.execute(callOf(add), optionsOf({ signal: cancel.signal }));
    await started.promise;
    cancel.abort();
    expect(await outcome).toMatchObject({ status: expect.stringMatching(/^(success|interrupted)$/) });
  });

  test('a call whose time is over is not executed', async () => {
    let runs = 0;
    await worker({ runtime: runtimeOf({ add: () => ++runs }) });
    const outcome = await sender()
      .executor(add)
      ?.execute(callOf(add, {}, { deadline: 1 }), optionsOf());
    expect([outcome, runs]).toMatchObject([{ status: 'failed', reason: 'timeout', notStarted: true }, 0]);
  });

  test('a call over maxWaiting fails at once, with a text for the model', async () => {
    const executor = sender({ maxWaiting: 2 }).executor(add);
    const cancel = new AbortController();
    const client = redis.connect();
    const waiting = [];
    for (let sent = 1; sent <= 2; sent++) {
      waiting.push(executor?.execute(callOf(add), optionsOf({ signal: cancel.signal })));
      await until(async () => (await client.keys('bull:haft-*:c_*')).length === sent);
    }
    expect(await executor?.execute(callOf(add), optionsOf())).toMatchObject({
      status: 'failed',
      reason: 'limit',
      text: 'Too many calls of add wait for a worker. Do something else first, or try again later.',
    });
    cancel.abort();
    await Promise.all(waiting);
  });

  test('each tenant gets turns in rotation for its calls over maxInFlight', async () => {
    const order: unknown[] = [];
    const gate = deferred();
    const runtime = runtimeOf({
      add: async ({ run }) => {
        await gate.promise;
        order.push(run.tenantId);
      },
    });
    const { executor } = sender({ maxInFlight: 1 });
    const send = (tenantId: string) =>
      executor(add)?.execute(callOf(add, {}, { run: { id: 'r', tenantId } }), optionsOf());
    const sent = [...Array.from({ length: 6 }, () => send('greedy')), send('small'), send('other'), send('small')];
    await worker({ runtime, concurrency: 1 });
    gate.resolve();
    await Promise.all(sent);
    expect(order.slice(0, 6)).toEqual(['greedy', 'greedy', 'small', 'other', 'greedy', 'small']);
  });

  test('a tenant that sends much does not delay the calls of another sender behind all of its own', async () => {
    const order: unknown[] = [];
    const gate = deferred();
    const runtime = runtimeOf({
      add: async ({ run }) => {
        await gate.promise;
        order.push(run.tenantId);
      },
    });
    const [one, other] = [sender({ maxInFlight: 1 }), sender({ maxInFlight: 1 })];
    const send = (from: Fleet, tenantId: string) =>
      from.executor(add)?.execute(callOf(add, {}, { run: { id: 'r', tenantId } }), optionsOf());
    const sent = Array.from({ length: 6 }, () => send(one, 'greedy'));
    const client = redis.connect();
    await until(async () => (await client.keys('bull:haft-*:c_*')).length === 1);
    sent.push(send(other, 'small'));
    await until(async () => (await client.keys('bull:haft-*:c_*')).length === 2);
    await worker({ runtime, concurrency: 1 });
    gate.resolve();
    await Promise.all(sent);
    expect(order).toHaveLength(7);
    expect(order.slice(0, 2)).toEqual(['greedy', 'small']);
  });

  test('maxWaiting counts the calls of all senders', async () => {
    const cancel = new AbortController();
    const client = redis.connect();
    const waiting = [];
    for (let sent = 1; sent <= 2; sent++) {
      waiting.push(
        sender()
          .executor(add)
          ?.execute(callOf(add), optionsOf({ signal: cancel.signal })),
      );
      await until(async () => (await client.keys('bull:haft-*:c_*')).length === sent);
    }
    const outcome = await sender({ maxWaiting: 2 }).executor(add)?.execute(callOf(add), optionsOf());
    expect(outcome).toMatchObject({ status: 'failed', reason: 'limit' });
    cancel.abort();
    await Promise.all(waiting);
  });

  test('survives a Redis that goes away and comes back', async () => {
    const [started, gate] = [deferred(), deferred()];
    const runtime = runtimeOf({
      add: async () => {
        started.resolve();
        await gate.promise;
        return 7;
      },
    });
    await worker({ runtime });
    const executor = sender().executor(add);
    const outcome = executor?.execute(callOf(add), optionsOf());
    await started.promise;
    await redis.kill();
    await redis.start();
    gate.resolve();
    expect(await outcome).toMatchObject({ value: 7 });
    expect(await executor?.execute(callOf(add), optionsOf())).toMatchObject({ value: 7 });
  });

  test('a job that is not a call fails, and the worker continues', async () => {
    const lines = quietLogger();
    await worker({ runtime: runtimeOf({ add: () => 1 }), logger: lines });
    const executor = sender().executor(add);
    const forged = JSON.parse('{"format":1,"__proto__":{"polluted":true}}');
    await expect(
      executor?.execute({ ...callOf(add), ...forged, arguments: 'none' }, optionsOf()),
    ).rejects.toMatchObject({
      code: 'HAFT_FLEET_FAILED',
    });
    expect(await executor?.execute(callOf(add), optionsOf())).toMatchObject({ value: 1 });
    expect({}).not.toHaveProperty('polluted');
  });
});

test('rejects a connection of another kind', () => {
  expect(() => fleet({ connection: {} as never })).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }));
});

/** Asks until there is an answer. */
async function eventually(ask: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await until(async () => (found = await ask()).length > 0);
  return found;
}
