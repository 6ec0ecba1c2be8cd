import { Prepare, RunContext, Tool, ToolResult, Toolset } from '@haft/core';
import { createRuntime, reflectedToolset, type AnyTool, type AnyToolset, type Run } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset({ instructions: (run: RunContext) => `Be kind to ${run.userId}.` })
class Shop {
  @Tool()
  async list(run: RunContext): Promise<readonly string[]> {
    return run.calls.tools().map((tool) => tool.name);
  }

  @Tool()
  @Prepare((run, definition) => ((run as RunContext).userId === 'admin' ? definition : null))
  async clear(): Promise<string> {
    return 'cleared';
  }

  @Tool()
  @Prepare((_run, definition) => ({
    ...definition,
    description: 'Cheap things only.',
    parameters: {
      ...definition.parameters,
      properties: { price: { type: 'number', maximum: 10 } },
    },
  }))
  async buy(price: number): Promise<string> {
    return `bought for ${price}`;
  }

  @Tool()
  async reveal(): Promise<ToolResult> {
    return new ToolResult({ value: 'look', reveals: ['secret'] });
  }
}

const shop = reflect(Shop, {
  list: { parameters: { run: {} } },
  clear: {},
  buy: { parameters: { price: { type: 'number' } } },
  reveal: {},
});

function start(userId: string, more: readonly AnyToolset[] = []): Run {
  const runtime = createRuntime({ toolsets: [shop, new Shop(), ...more], observe: { logger: quietLogger() } });
  return runtime.startRun({ userId }) as Run;
}

/** The tools of the shop as values. */
function toolsOfShop(): Promise<readonly AnyTool[]> {
  const [base] = shop.read().toolsets;
  return Promise.resolve(reflectedToolset(base as never, [], new Shop()).tools({ userId: 'admin' } as RunContext));
}

const names = async (run: Run): Promise<string[]> => (await run.definitions()).map(({ name }) => name);

test('a prepared tool is hidden from runs for which it is not, and unknown to them [PRE-1]', async () => {
  expect(await names(start('ada'))).toEqual(['list', 'buy', 'reveal']);
  expect(await names(start('admin'))).toEqual(['list', 'clear', 'buy', 'reveal']);
  expect((await start('ada').call({ name: 'clear' })).text).toBe(
    "Unknown tool name: 'clear'. Available tools: 'buy', 'list', 'reveal'.",
  );
  expect((await start('admin').call({ name: 'clear' })).status).toBe('success');
});

test('a schema that a prepare function narrows is enforced [PRE-1]', async () => {
  const run = start('ada');
  const definition = (await run.definitions()).find(({ name }) => name === 'buy');
  expect(definition?.description).toBe('Cheap things only.');
  expect((await run.call('buy', { price: 9 })).status).toBe('success');
  expect(await run.call('buy', { price: 11 })).toMatchObject({
    status: 'retry',
    issues: [{ path: ['price'], rule: 'maximum' }],
  });
});

test('tools see the definitions that the model saw', async () => {
  expect(await start('ada').call({ name: 'list' })).toMatchObject({ value: ['list', 'buy', 'reveal'] });
});

test('instructions come from toolsets with a visible tool', async () => {
  expect(await start('ada').instructions()).toBe('Be kind to ada.');
});

test('a toolset is asked once a step, and its tools may change [SET-13]', async () => {
  const tools = await toolsOfShop();
  let asked = 0;
  const changing: AnyToolset = {
    name: 'changing',
    tools: async () => {
      asked++;
      const tool = tools[0] as AnyTool;
      return [{ ...tool, definition: { ...tool.definition, name: `step_${asked}` }, aliases: ['now'] }];
    },
  };
  const run = createRuntime({ toolsets: changing }).startRun() as Run;
  expect(await names(run)).toEqual(['step_1']);
  expect((await run.call({ name: 'now' })).tool).toBe('step_1');
  expect(await names(run)).toEqual(['step_1']);
  run.nextStep();
  expect((await run.call({ name: 'step_1' })).status).toBe('retry');
  expect((await run.call({ name: 'now' })).tool).toBe('step_2');
  expect(asked).toBe(2);
});

test('a hidden tool is in no list, and one call of it names the search for free', async () => {
  const tools = await toolsOfShop();
  const hidden = { ...(tools[0] as AnyTool), hiddenBehind: 'search_tools' };
  const secret: AnyToolset = {
    name: 'hiding',
    fixed: true,
    tools: () => [{ ...hidden, definition: { ...hidden.definition, name: 'secret' } }],
  };
  const run = start('ada', [secret]);
  expect(await names(run)).not.toContain('secret');
  const text = "Tool 'secret' is not available yet: call search_tools for it first.";
  expect(await run.call({ name: 'secret' })).toMatchObject({ status: 'retry', text });
  await run.call({ name: 'reveal' });
  expect(await names(run)).toContain('secret');
  expect((await run.call({ name: 'secret' })).status).toBe('success');
});

test('a toolset that cannot give its tools is a mistake of the developer that names it', async () => {
  const broken: AnyToolset = { name: 'broken', tools: () => Promise.reject(new Error('no network')) };
  const run = createRuntime({ toolsets: broken }).startRun() as Run;
  await expect(run.definitions()).rejects.toMatchObject({
    code: 'HAFT_TOOLSET_FAILED',
    message: "Toolset 'broken' could not return its tools: no network",
  });
});

test('a toolset that never answers holds no call longer than the deadline, and the next one asks it again', async () => {
  let asked = 0;
  const slow: AnyToolset = {
    name: 'slow',
    tools: () => (++asked === 1 ? new Promise(() => undefined) : Promise.resolve([])),
  };
  const run = createRuntime({ toolsets: slow, limits: { timeoutMs: 30 } }).startRun() as Run;
  await expect(run.call({ name: 'any' })).rejects.toMatchObject({
    code: 'HAFT_TOOLSET_FAILED',
    message: 'The toolsets of a run did not return their tools within 0.03 seconds.',
  });
  expect((await run.call({ name: 'any' })).text).toBe("Unknown tool name: 'any'. No tools available.");
});

test('the objects of a run are disposed with it', async () => {
  const log: string[] = [];
  const perRun: AnyToolset = {
    name: 'per run',
    tools: () => [],
    forRun: async (run) => ({ name: 'one', tools: () => [], dispose: () => void log.push(`end of ${run.userId}`) }),
  };
  const run = start('ada', [perRun]);
  await run.definitions();
  await run.end();
  expect(log).toEqual(['end of ada']);
});
