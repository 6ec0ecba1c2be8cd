import { createRuntime, decision, type Run } from '@haft/runtime';
import { RequestContext } from '@mastra/core/request-context';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { fromMastra, type FromMastraOptions } from '../../src/mastra.js';

const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const tools = {
  forecast: createTool({
    id: 'weather-forecast',
    description: 'Tells the weather.',
    inputSchema: z.object({ city: z.string().min(1), days: z.number().int().min(1).max(7).default(3) }),
    execute: async ({ city, days }, { requestContext }) => ({ city, days, user: requestContext.get('user') }),
  }),
  draw: createTool({
    id: 'draw',
    description: 'Draws.',
    inputSchema: z.object({}),
    execute: async () => ({ width: 1 }),
    toModelOutput: () => ({
      type: 'content',
      value: [
        { type: 'text', text: 'Look:' },
        { type: 'image-data', data: 'AAAA', mediaType: 'image/png' },
      ],
    }),
  }),
  pay: createTool({
    id: 'pay',
    description: 'Pays.',
    inputSchema: z.object({ amount: z.number() }),
    requireApproval: ({ amount }) => amount > 100,
    execute: async ({ amount }) => `paid ${amount}`,
  }),
  ask: createTool({
    id: 'ask',
    description: 'Asks by itself.',
    inputSchema: z.object({}),
    suspendSchema: z.object({ question: z.string() }),
    resumeSchema: z.object({ answer: z.string() }),
    execute: async (_input, { agent }) => {
      if (agent?.resumeData === undefined) {
        await agent?.suspend({ question: 'Which one?' });
        return undefined;
      }
      return `chosen: ${agent.resumeData.answer}`;
    },
  }),
  leak: createTool({
    id: 'leak',
    description: 'Throws.',
    execute: async (): Promise<string> => {
      throw new Error('hunter2');
    },
  }),
  wait: createTool({
    id: 'wait',
    description: 'Waits.',
    execute: (_input, { abortSignal }) =>
      new Promise<string>((resolve) => abortSignal?.addEventListener('abort', () => resolve('too late'))),
  }),
};

function start(options?: FromMastraOptions): Run {
  return createRuntime({ toolsets: fromMastra('foreign', tools, options), observe: { logger } }).startRun();
}

const requestContext = () => {
  const context = new RequestContext();
  context.set('user', 'ada');
  return context;
};

test('definitions are those of the tools, by the names that the model sees', async () => {
  const definitions = await start().definitions();
  expect(definitions.map(({ name }) => name)).toEqual(Object.keys(tools));
  expect(definitions[0]).toMatchObject({
    description: 'Tells the weather.',
    parameters: { type: 'object', properties: { city: { type: 'string', minLength: 1 } }, required: ['city'] },
  });
});

test('arguments are repaired, and parsed by the schema of the tool, which gets a request context', async () => {
  const outcome = await start({ requestContext }).call({ name: 'forecast', arguments: '{"city": "Rome",}' });
  expect(outcome).toMatchObject({ status: 'success', value: { city: 'Rome', days: 3, user: 'ada' } });
});

test("wrong ones are answered with Haft's retry prompt", async () => {
  const { text } = await start().call({ name: 'forecast', arguments: { city: '', days: 9 } });
  expect(text).toBe(`Tool call validation failed for tool 'forecast':
- city: expected a string of at least 1 character, received ""
- days: expected an integer from 1 to 7, received 9

Fix the errors and try again.`);
});

test('the output for the model keeps its media', async () => {
  expect(await start().call({ name: 'draw' })).toMatchObject({
    value: { width: 1 },
    parts: [
      { type: 'text', text: 'Look:' },
      { type: 'image', data: 'AAAA', mediaType: 'image/png' },
    ],
  });
});

test('a tool that requires an approval is deferred', async () => {
  const run = start();
  expect(await run.call({ name: 'pay', arguments: { amount: 5 } })).toMatchObject({ text: 'paid 5' });
  const waiting = await run.call({ name: 'pay', arguments: { amount: 500 } });
  if (waiting.status !== 'deferred') throw new Error(waiting.status);
  expect(await run.resume({ [waiting.request.id]: true })).toMatchObject([{ text: 'paid 500' }]);
});

test('a tool that suspends is deferred, and gets the metadata of the approval', async () => {
  const run = start();
  const waiting = await run.call({ name: 'ask' });
  if (waiting.status !== 'deferred') throw new Error(waiting.status);
  expect(waiting.request).toMatchObject({
    kind: 'approval',
    metadata: { suspendPayload: { question: 'Which one?' } },
  });
  const approve = decision.approve({ metadata: { answer: 'the second' } });
  expect(await run.resume({ [waiting.request.id]: approve })).toMatchObject([{ text: 'chosen: the second' }]);
});

test('errors of a tool are masked, and an abort reaches it', async () => {
  const run = start();
  const { status, text } = await run.call({ name: 'leak' });
  expect([status, text]).toEqual(['failed', expect.not.stringContaining('hunter2')]);
  const waiting = run.call({ name: 'wait' });
  run.cancel();
  expect(await waiting).toMatchObject({ status: 'interrupted' });
});

test('it is composed as every toolset', async () => {
  const set = fromMastra('foreign', tools).filter(['forecast']).prefix('m');
  const run = createRuntime({ toolsets: set, observe: { logger } }).startRun();
  expect((await run.definitions()).map(({ name }) => name)).toEqual(['m_forecast']);
});

function ignore(): void {
  // These tests do not check logs.
}
