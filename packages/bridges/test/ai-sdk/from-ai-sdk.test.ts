import { createRuntime, decision, type Run } from '@haft/runtime';
import { jsonSchema, tool } from 'ai';
import { z } from 'zod';
import { fromAiSdk } from '../../src/ai-sdk.js';

const log: unknown[] = [];
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const tools = {
  forecast: tool({
    description: 'Tells the weather.',
    inputSchema: z.object({ city: z.string().min(1), days: z.number().int().min(1).max(7).default(3) }),
    inputExamples: [{ input: { city: 'Paris', days: 2 } }],
    execute: ({ city, days }, { toolCallId, context }) => {
      log.push({ city, days, toolCallId, context });
      return { sunny: days };
    },
  }),
  trim: tool({
    inputSchema: z.object({ text: z.string().transform((text) => text.length) }),
    execute: ({ text }) => text,
  }),
  plain: tool({
    description: 'Takes a JSON Schema.',
    inputSchema: jsonSchema<{ size: number }>({
      type: 'object',
      properties: { size: { type: 'integer', minimum: 1 } },
      required: ['size'],
    }),
    execute: ({ size }) => size * 2,
  }),
  checked: tool({
    description: 'Has a validator of its own.',
    inputSchema: jsonSchema<{ word: string }>(
      { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
      {
        validate: (value) =>
          (value as { readonly word: string }).word === 'please'
            ? { success: true, value: { word: 'PLEASE' } }
            : { success: false, error: new Error('say please') },
      },
    ),
    execute: ({ word }) => word,
  }),
  count: tool({
    description: 'Counts.',
    inputSchema: z.object({}),
    async *execute() {
      yield 'one';
      yield 'two';
      yield 'three';
    },
  }),
  draw: tool({
    description: 'Draws.',
    inputSchema: z.object({ ok: z.boolean() }),
    execute: ({ ok }) => ok,
    toModelOutput: ({ output }) =>
      output
        ? {
            type: 'content',
            value: [
              { type: 'text', text: 'Look:' },
              { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
            ],
          }
        : { type: 'error-text', value: 'No paper.' },
  }),
  pay: tool({
    description: 'Pays.',
    inputSchema: z.object({ amount: z.number() }),
    needsApproval: ({ amount }) => amount > 100,
    execute: ({ amount }) => `paid ${amount}`,
  }),
  ask: tool({ description: 'Is executed by the client.', inputSchema: z.object({}), outputSchema: z.string() }),
  wait: tool({
    description: 'Waits.',
    inputSchema: z.object({}),
    execute: (_input, { abortSignal }) =>
      new Promise((_resolve, reject) => abortSignal?.addEventListener('abort', () => reject(new Error('stopped')))),
  }),
  leak: tool({
    description: 'Throws.',
    inputSchema: z.object({}),
    execute: (): string => {
      throw new Error('hunter2');
    },
  }),
};

async function start(): Promise<Run> {
  log.length = 0;
  const runtime = createRuntime({ toolsets: await fromAiSdk('foreign', tools), observe: { logger } });
  return runtime.startRun({ deps: { user: 'ada' } });
}

const call = async (name: string, args: unknown) => (await start()).call({ id: 'c1', name, arguments: args });

test('definitions are those of the tools', async () => {
  const definitions = await (await start()).definitions();
  expect(definitions.map(({ name }) => name)).toEqual(Object.keys(tools));
  expect(definitions[0]).toMatchObject({
    description: 'Tells the weather.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer', minimum: 1, maximum: 7 } },
      required: ['city'],
    },
    examples: [{ city: 'Paris', days: 2 }],
  });
  expect(definitions[0]?.parameters).not.toHaveProperty('$schema');
});

test('arguments are repaired and parsed by the schema of the tool, which gets the call id, the signal and a context', async () => {
  expect(await call('forecast', '{"city": "Rome",}')).toMatchObject({ status: 'success', value: { sunny: 3 } });
  expect(log).toEqual([{ city: 'Rome', days: 3, toolCallId: 'c1', context: { user: 'ada' } }]);
  expect(await call('trim', { text: 'four' })).toMatchObject({ value: 4 });
});

test("wrong ones are answered with Haft's retry prompt", async () => {
  expect((await call('forecast', { city: '', days: 9 })).text).toBe(`Tool call validation failed for tool 'forecast':
- city: expected a string of at least 1 character, received ""
- days: expected an integer from 1 to 7, received 9

Fix the errors and try again.`);
  expect((await call('plain', { size: 0 })).text).toContain('- size: expected an integer of at least 1, received 0');
  expect(await call('plain', { size: 2 })).toMatchObject({ value: 4 });
});

test("a validator of the SDK's own kind has the last word", async () => {
  expect(await call('checked', { word: 'please' })).toMatchObject({ value: 'PLEASE' });
  expect(await call('checked', { word: 'now' })).toMatchObject({
    status: 'retry',
    text: expect.stringContaining('say please'),
  });
});

test('the values of a tool are progress, and its last value is the result', async () => {
  const run = await start();
  const progress: unknown[] = [];
  const outcome = await run.call({ name: 'count' }, { onProgress: (one) => progress.push(one) });
  expect([progress, outcome]).toMatchObject([['one', 'two'], { status: 'success', text: 'three' }]);
});

test('the output for the model keeps its media and its errors', async () => {
  expect(await call('draw', { ok: true })).toMatchObject({
    status: 'success',
    value: true,
    parts: [
      { type: 'text', text: 'Look:' },
      { type: 'image', data: 'AAAA', mediaType: 'image/png' },
    ],
  });
  expect(await call('draw', { ok: false })).toMatchObject({ status: 'failed', text: 'No paper.' });
});

test('a tool that needs an approval is deferred', async () => {
  const run = await start();
  expect(await run.call('pay', { amount: 5 })).toMatchObject({ text: 'paid 5' });
  const waiting = await run.call('pay', { amount: 500 });
  if (waiting.status !== 'deferred') throw new Error(waiting.status);
  expect(await run.resume({ [waiting.request.id]: decision.approve() })).toMatchObject([{ text: 'paid 500' }]);
});

test('a tool without `execute` is external', async () => {
  expect(await call('ask', {})).toMatchObject({ status: 'deferred', request: { kind: 'external' } });
});

test('an abort reaches the tool, and its errors are masked', async () => {
  const run = await start();
  const waiting = run.call({ name: 'wait' });
  run.cancel();
  expect(await waiting).toMatchObject({ status: 'interrupted' });
  const { status, text } = await call('leak', {});
  expect([status, text]).toEqual(['failed', expect.not.stringContaining('hunter2')]);
});

test('it is composed as every toolset, and typed', async () => {
  const weather = (await fromAiSdk('weather', tools)).filter(['forecast', 'pay']).prefix('eu');
  const run = createRuntime({ toolsets: weather, observe: { logger } }).startRun();
  expect((await run.definitions()).map(({ name }) => name)).toEqual(['eu_forecast', 'eu_pay']);
  // @ts-expect-error the type of the arguments is that of the tool
  expect(await run.call('eu_pay', { amount: 'one' })).toMatchObject({ status: 'retry' });
  expect(await run.call('eu_pay', { amount: 1 })).toMatchObject({ text: 'paid 1' });
});

test.each([
  ['runs at its model provider', { type: 'provider', id: 'x.y', args: {}, isProviderExecuted: true }],
  ['has a function as its description', { description: () => 'late' }],
])('a tool that %s is refused', async (problem, facts) => {
  const odd = { odd: { inputSchema: z.object({}), ...facts } };
  await expect(fromAiSdk('odd', odd as never)).rejects.toThrow(
    `The tool 'odd' of the AI SDK ${problem}: it cannot be in a toolset.`,
  );
});

function ignore(): void {
  // These tests do not check logs.
}
