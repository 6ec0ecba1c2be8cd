import { createRuntime, defineTool, MemoryLedger, toolset } from '@haft/runtime';
import { convertToModelMessages, generateText, isStepCount, streamText, type ModelMessage, type UIMessage } from 'ai';
import { toAiSdk } from '../../src/ai-sdk.js';
import { fakeModel, readByModel } from '../support/ai-sdk-model.js';

/* The snippets of docs/guide/web-chat.md, with the fake model of the AI SDK. */

interface Deps {
  readonly user: string;
}

const pay = defineTool({
  name: 'desk_pay',
  description: 'Pays a bill.',
  parameters: {
    type: 'object',
    properties: { amount: { type: 'number', minimum: 1 } },
    required: ['amount'],
    additionalProperties: false,
  },
  settings: { approvals: [({ amount }: { readonly amount: number }) => amount > 100] },
  execute: ({ amount }: { readonly amount: number }, run) => `${(run.deps as Deps).user} paid ${amount}`,
});
const runtime = createRuntime({
  toolsets: toolset('desk', [pay]),
  people: { decisionLedger: new MemoryLedger() },
}).withDeps<Deps>();
const userOf = (request: Request) => request.headers.get('x-user') ?? '';
const question: UIMessage = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Pay the bill.' }] };
let model = fakeModel();

// #region route
async function POST(request: Request): Promise<Response> {
  const user = userOf(request); // your authentication
  const { id, messages } = (await request.json()) as { id: string; messages: UIMessage[] };
  const run = runtime.startRun({ userId: user, deps: { user }, signal: request.signal });
  const result = streamText({
    model,
    messages: await convertToModelMessages(messages),
    stopWhen: isStepCount(10),
    ...(await toAiSdk(run, { chatId: id })),
    onEnd: () => run.end(),
  });
  return result.toUIMessageStreamResponse({ originalMessages: messages });
}
// #endregion route

test('a route for useChat streams the answer of a tool and the text of the model', async () => {
  model = fakeModel([['c1', 'desk_pay', '{"amount":5}']], 'Paid.');
  const chunks = await send([question]);
  expect(chunks.find(({ type }) => type === 'tool-output-available')).toMatchObject({
    toolCallId: 'c1',
    output: { status: 'success', text: 'ada paid 5' },
  });
  expect(chunks.find(({ type }) => type === 'text-delta')).toMatchObject({ delta: 'Paid.' });
});

test('a route for useChat asks the user, and executes the call after the answer', async () => {
  model = fakeModel([['c1', 'desk_pay', '{"amount":500}']], 'Paid.');
  const chunks = await send([question]);
  const asked = chunks.find(({ type }) => type === 'tool-approval-request');
  const answered: UIMessage = {
    id: 'm2',
    role: 'assistant',
    parts: [
      {
        type: 'tool-desk_pay',
        toolCallId: 'c1',
        state: 'approval-responded',
        input: { amount: 500 },
        approval: { id: String(asked?.['approvalId']), approved: true },
      },
    ],
  };
  const after = await send([question, answered]);
  expect(after.find(({ type }) => type === 'tool-output-available')).toMatchObject({
    output: { status: 'success', text: 'ada paid 500' },
  });
});

test('an approval function of the host calls the function of Haft', async () => {
  model = fakeModel([['c1', 'desk_pay', '{"amount":60}']], [['c2', 'desk_pay', '{"amount":500}']], 'Paid.');
  const run = runtime.startRun({ deps: { user: 'ada' } });
  const messages: ModelMessage[] = [{ role: 'user', content: 'Pay the bill.' }];
  const log: string[] = [];
  // #region own-approval
  const bridge = await toAiSdk(run);
  const toolApproval: typeof bridge.toolApproval = {
    ...bridge.toolApproval,
    desk_pay: async (input, options) => {
      const answer = await bridge.toolApproval.desk_pay(input, options); // always, and first
      log.push(`${options.toolCallId} ${answer ?? 'runs'}`);
      return answer;
    },
  };
  const { content } = await generateText({ model, messages, stopWhen: isStepCount(10), ...bridge, toolApproval });
  // #endregion own-approval
  expect(log).toEqual(['c1 runs', 'c2 user-approval']);
  expect(content.at(-1)).toMatchObject({ type: 'tool-approval-request' });
  expect(readByModel(model.doGenerateCalls[1])).toEqual([{ type: 'text', value: 'ada paid 60' }]);
});

/** Sends messages as `useChat` does, and reads the chunks of the stream. */
async function send(messages: readonly UIMessage[]): Promise<Record<string, unknown>[]> {
  const response = await POST(
    new Request('https://shop.test/api/chat', {
      method: 'POST',
      headers: { 'x-user': 'ada' },
      body: JSON.stringify({ id: 'chat-1', messages }),
    }),
  );
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
}
