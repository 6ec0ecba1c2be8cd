import {
  Isolated,
  mapError,
  ModelRetry,
  RequiresApproval,
  RunContext,
  Tool,
  Toolset,
  UserInput,
  type Interceptor,
} from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { IN_WORKER, type CallFacts } from '../../src/isolation/isolated-job.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Lab {
  @Tool()
  @Isolated()
  @RequiresApproval()
  square(x: number): number {
    return x * x;
  }

  @Tool()
  @Isolated()
  facts(@UserInput() code: string, run: RunContext): object {
    const { retries, deadline, approval, idempotencyKey, calls } = run;
    return { code, retries, deadline, approval, idempotencyKey, usage: calls.usage };
  }
}
const lab = reflect(Lab, {
  square: { parameters: { x: { type: 'number' } } },
  facts: { parameters: { 'input:code': { type: 'string' }, run: {} } },
});

@Toolset()
class Roots {
  constructor(private readonly error: new () => Error) {}

  @Tool()
  @Isolated()
  root(): never {
    throw new this.error();
  }
}
const roots = reflect(Roots, { root: {} });

const facts: CallFacts = {
  attempt: 1,
  maxRetries: 2,
  deadline: 1_900_000_000_000,
  approval: { requestId: 'q1', metadata: { by: 'ann' } },
  idempotencyKey: 'key',
  usage: { calls: 7, callsLeft: 3, toolCalls: 2, toolCallsLeft: undefined },
  input: { code: '1234' },
};

test('in a worker a call is executed, not isolated or decided once more, and interceptors stay outside', async () => {
  const asked: string[] = [];
  const asking: Interceptor = {
    intercept: (call, next) => {
      asked.push(call.callId);
      return next();
    },
  };
  const runtime = createRuntime({ toolsets: lab, isolation: { module: 'file:///nowhere.js' }, interceptors: [asking] });
  const run = runtime.startRun({ [IN_WORKER]: facts } as object);
  expect(await run.call({ name: 'square', arguments: { x: 4 } })).toMatchObject({ status: 'success', value: 16 });
  expect((await run.call({ name: 'square', arguments: {} })).status).toBe('retry');
  expect(asked).toEqual([]);
});

test('in a worker, a tool reads the same facts about its call as outside', async () => {
  const runtime = createRuntime({
    toolsets: lab,
    isolation: { module: 'file:///nowhere.js' },
    results: { check: false },
  });
  const outcome = await runtime.startRun({ [IN_WORKER]: facts } as object).call({ name: 'facts' });
  const { input, attempt, maxRetries: max, ...told } = facts;
  expect(outcome).toMatchObject({
    status: 'success',
    value: { ...input, ...told, retries: { attempt, max, isLast: false } },
  });
});

test('in a worker, only the thread outside receives events', async () => {
  const told: string[] = [];
  const onEvent = () => told.push('runtime');
  const isolation = { module: 'file:///nowhere.js' };
  const runtime = createRuntime({ toolsets: lab, isolation, results: { check: false }, observe: { onEvent } });
  const send = () => told.push('thread');
  await runtime
    .startRun({ [IN_WORKER]: facts, onEvent: send } as object)
    .call({ name: 'square', arguments: { x: 'a' } });
  expect(told).toEqual(['thread']);
});

test('in a worker, `errors.map` of the runtime there maps the errors of the tool, by class [ERR-11]', async () => {
  class Negative extends Error {}
  const mapErrors = [mapError(Negative, () => new ModelRetry('Send a positive number.'))];
  const told: unknown[] = [];
  const onEvent = (event: unknown): void => void told.push(event);
  const root = createRuntime({
    toolsets: [roots, new Roots(Negative)],
    isolation: { module: 'file:///n.js' },
    errors: { map: mapErrors },
  });
  const run = root.startRun({ [IN_WORKER]: facts, onEvent } as object);
  expect(await run.call({ name: 'root', arguments: {} })).toMatchObject({
    status: 'retry',
    text: expect.stringMatching('^Send a positive number'),
  });
  expect(told).toContainEqual(expect.objectContaining({ type: 'mapped', error: new Negative() }));
});
