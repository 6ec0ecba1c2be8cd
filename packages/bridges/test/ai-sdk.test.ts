import { generateText, isStepCount, streamText, tool, ToolLoopAgent, type ModelMessage } from 'ai';
import { MemoryLedger, type RuntimeOptions } from '@haft/runtime';
import { z } from 'zod';
import { toAiSdk } from '../src/ai-sdk.js';
import { fakeModel, readByModel, type Turn } from './support/ai-sdk-model.js';
import { deskRun, deskRuntime, PNG, SEARCH_PROMPT } from './support/desk.js';
import { ERRANDS, expectDecidedOnce } from './support/errands.js';

const stopWhen = isStepCount(5);
const prompt = 'Go.';

/** Runs the loop with these turns. Returns the texts for the model, and the result. */
async function converse(turns: readonly Turn[], options: RuntimeOptions = {}) {
  const { run, log } = deskRun('ada', options);
  const model = fakeModel(...turns);
  const result = await generateText({ model, prompt, stopWhen, ...(await toAiSdk(run)) });
  return { result, log, run, model, read: readByModel(model.doGenerateCalls.at(-1)) };
}

describe('the model', () => {
  test('is shown names, descriptions and schemas as they are defined [BRI-1]', async () => {
    const { model, run } = await converse(['Hello.']);
    const definitions = await run.definitions();
    expect(model.doGenerateCalls[0]?.tools).toEqual(
      definitions.map(({ name, description, parameters, examples }) => ({
        type: 'function',
        name,
        description,
        inputSchema: parameters,
        ...(examples && { inputExamples: examples.map((input) => ({ input })) }),
      })),
    );
  });

  test("reads Haft's retry prompt for wrong arguments, and succeeds then [VAL-1, NEW-23]", async () => {
    const { result, read, log } = await converse([
      [['c1', 'desk_search', '{"query":"","lang":"english"}']],
      [['c2', 'desk_search', '{"query":"letters","lang":"en"}']],
      'Found.',
    ]);
    expect(read).toEqual([
      { type: 'error-text', value: SEARCH_PROMPT },
      { type: 'text', value: '{"found":"letters x10","for":"ada"}' },
    ]);
    expect(log).toEqual(['search {"query":"letters","lang":"en"} c2']);
    expect(result.text).toBe('Found.');
  });

  test('a used-up retry budget refuses no call that would succeed [RET-5]', async () => {
    const wrong = (n: number) => [[`w${String(n)}`, 'desk_search', '{"query":"","lang":"english"}']] as const;
    const turns = [...[1, 2, 3].map(wrong), [['c4', 'desk_search', '{"query":"letters"}']] as const, 'Found.'];
    const { read, log } = await converse(turns, { limits: { retries: 1 } });
    expect(read).toHaveLength(4);
    expect(JSON.stringify(read[2])).toContain('failed 2 times');
    expect(read[3]).toEqual({ type: 'text', value: '{"found":"letters x10","for":"ada"}' });
    expect(log).toEqual(['search {"query":"letters"} c4']);
  });

  test.each([
    ['broken JSON is mended', '{"query": "letters",}', { type: 'text', value: '{"found":"letters x10","for":"ada"}' }],
    [
      'JSON that was cut off is asked for again',
      '{"query": "lett',
      { type: 'error-text', value: expect.stringMatching(/completely[^]*Fix the errors and try again\.$/) },
    ],
    ['an empty text is no arguments', '', { type: 'error-text', value: expect.stringContaining('- query: ') }],
  ])('%s', async (_what, sent, expected) => {
    const { read, model } = await converse([[['c1', 'desk_search', sent]], 'So.']);
    expect(read).toEqual([expected]);
    const history = model.doGenerateCalls.at(-1)?.prompt.find(({ role }) => role === 'assistant');
    expect(history?.content).toMatchObject([{ type: 'tool-call', input: {} }]);
  });

  test('reads media as media', async () => {
    const { read, result } = await converse([[['c1', 'desk_photo', '{}']], 'Nice.']);
    expect(read).toMatchObject([
      {
        type: 'content',
        value: [
          { type: 'text', text: 'The desk:' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } },
        ],
      },
    ]);
    expect(JSON.stringify(result.steps)).not.toContain('for the host only');
  });

  test.each([
    ['exception', /^The tool failed unexpectedly \(error id .+\)\. Do not repeat the call with the same arguments\.$/],
    ['failed', /^The drawer is stuck\.$/],
    ['retry', /^Try the other drawer\.\n\nFix the errors and try again\.$/],
  ])("reads Haft's text about a tool that threw (%s)", async (how, text) => {
    const { read, model } = await converse([[['c1', 'desk_break', JSON.stringify({ how })]], 'Oh.']);
    expect(read).toEqual([{ type: 'error-text', value: expect.stringMatching(text) }]);
    expect(JSON.stringify(model.doGenerateCalls)).not.toContain('hunter2');
  });
});

describe('an approval', () => {
  /**
   * Asks for an approval, and answers it in another request, with another run, as a web server
   * does.
   */
  async function decided(approved: boolean, [name, args]: readonly [string, object] = ['desk_pay', { amount: 500 }]) {
    const decisionLedger = new MemoryLedger();
    const first = await converse([[['c1', name, JSON.stringify(args)]]], { people: { decisionLedger } });
    const request = first.result.content.find((part) => part.type === 'tool-approval-request');
    const messages: ModelMessage[] = [
      { role: 'user', content: prompt },
      ...first.result.response.messages,
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved, reason: 'Bob says so.' },
        ],
      },
    ];
    const { run, log } = deskRun('ada', { people: { decisionLedger } });
    const model = fakeModel('Well.');
    const result = await generateText({ model, messages, stopWhen, ...(await toAiSdk(run)) });
    return { first, result, run, log, read: readByModel(model.doGenerateCalls[0]) };
  }

  test('is asked for as the SDK does it, and nothing is executed', async () => {
    const { result, log } = await converse([[['c1', 'desk_pay', '{"amount":500}']]]);
    expect(result.content).toMatchObject([
      { type: 'tool-call', input: { amount: 500 } },
      { type: 'tool-approval-request', toolCall: { toolCallId: 'c1' } },
    ]);
    expect(log).toEqual([]);
  });

  test('that the user gives executes the call, which knows of it', async () => {
    const { read, log } = await decided(true);
    expect(log).toEqual(['paid 500 approved']);
    expect(read).toEqual([{ type: 'text', value: 'paid 500' }]);
  });

  test('does not decide about inner calls, so that the host decides each of them once [NEW-29]', async () => {
    const { run, log, read, result } = await decided(true, ['desk_errands', ERRANDS]);
    expect(read).toEqual([
      {
        type: 'text',
        value: 'The tool call waits for 2 decisions. Do not call it again: it continues when all is decided.',
      },
    ]);
    expect(JSON.stringify(result.response.messages)).not.toContain('paid 500');
    await expectDecidedOnce(run, log);
  });

  test('that the user refuses does not', async () => {
    const { read, log } = await decided(false);
    expect(log).toEqual([]);
    expect(read).toEqual([{ type: 'execution-denied', reason: 'Bob says so.' }]);
  });

  test('is not asked for where the tool wants none, nor for arguments that are wrong', async () => {
    const { read, log } = await converse([
      [
        ['c1', 'desk_pay', '{"amount":5}'],
        ['c2', 'desk_pay', '{"amount":-500}'],
      ],
      'So.',
    ]);
    expect(log).toEqual(['paid 5']);
    expect(read).toMatchObject([{ value: 'paid 5' }, { value: expect.stringContaining('- amount: ') }]);
  });

  test('for a call with repaired JSON shows the repaired arguments', async () => {
    const { result, log } = await converse([[['c1', 'desk_pay', '{"amount": 500,}']]]);
    expect(result.content).toMatchObject([
      { type: 'tool-call', input: { amount: 500 } },
      { type: 'tool-approval-request' },
    ]);
    expect(log).toEqual([]);
  });

  test('is never taken for granted: a host that gives the tools alone has the call answered as waiting', async () => {
    const { run, log } = deskRun();
    const model = fakeModel([['c1', 'desk_pay', '{"amount":500}']], 'So.');
    const { tools } = await toAiSdk(run);
    const { steps } = await generateText({ model, prompt, stopWhen, tools });
    expect(readByModel(model.doGenerateCalls[1])).toEqual([
      {
        type: 'text',
        value: 'The tool call waits for an approval. Do not call it again: it continues when it is decided.',
      },
    ]);
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({
      status: 'deferred',
      request: { kind: 'approval', tool: 'desk_pay', arguments: { amount: 500 } },
    });
    expect(run.pending().requests).toHaveLength(1);
    expect(log).toEqual([]);
  });

  test('lists all requests of inner calls in the output, for the host', async () => {
    const { run } = deskRun();
    const { amounts } = ERRANDS;
    const model = fakeModel([['c1', 'desk_errands', JSON.stringify({ amounts })]], 'So.');
    const { steps } = await generateText({ model, prompt, stopWhen, ...(await toAiSdk(run)) });
    const { requests } = run.pending();
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({ status: 'deferred', request: requests[0], requests });
    expect(requests.map(({ parent }) => parent)).toEqual(Array(2).fill({ callId: 'c1', tool: 'desk_errands' }));
  });

  test('for another call, for the same id with other arguments, or in an old message, is not valid', async () => {
    const { run, log } = deskRun();
    const { tools, toolApproval } = await toAiSdk(run);
    await toolApproval.desk_pay({ amount: 500 }, { toolCallId: 'c1', messages: [] });
    const called = { type: 'tool-call', toolCallId: 'c1', toolName: 'desk_pay', input: { amount: 500 } } as const;
    const request = { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' } as const;
    const response = { type: 'tool-approval-response', approvalId: 'a1', approved: true } as const;
    const approved: ModelMessage[] = [
      { role: 'assistant', content: [called, request] },
      { role: 'tool', content: [response] },
    ];
    const execute = tools.desk_pay.execute as unknown as (input: object, options: object) => AsyncIterable<object>;
    const statusOf = async (toolCallId: string, amount: number, messages: ModelMessage[]) => {
      for await (const output of execute({ amount }, { toolCallId, messages }))
        return (output as { status: string }).status;
      return undefined;
    };
    expect(await statusOf('c2', 500, approved)).toBe('deferred');
    expect(await statusOf('c1', 9_000, approved)).toBe('deferred');
    expect(await statusOf('c1', 500, [...approved, { role: 'user', content: 'And now?' }])).toBe('deferred');
    expect(log).toEqual([]);
    expect(await statusOf('c1', 500, approved)).toBe('success');
  });
});

describe('a call', () => {
  test("carries the run's dependencies, and separates two runs at the same time", async () => {
    const runtime = deskRuntime();
    const talk = async (user: string) => {
      const log: string[] = [];
      const model = fakeModel([[`c-${user}`, 'desk_search', '{"query":"mine"}']], 'Done.');
      const run = runtime.startRun({ deps: { user, log } });
      await generateText({ model, prompt, stopWhen, ...(await toAiSdk(run)) });
      return { read: readByModel(model.doGenerateCalls[1]), log };
    };
    const users = ['ada', 'bob', 'eve'];
    for (const [index, { read, log }] of (await Promise.all(users.map(talk))).entries()) {
      const user = users[index];
      expect(read).toEqual([{ type: 'text', value: `{"found":"mine x10","for":"${user}"}` }]);
      expect(log).toEqual([`search {"query":"mine"} c-${user}`]);
    }
  });

  test('is told when the SDK is aborted', async () => {
    const { run, log } = deskRun();
    const abort = new AbortController();
    const model = fakeModel([['c1', 'desk_slow', '{}']], 'Never.');
    const talk = generateText({ model, prompt, stopWhen, abortSignal: abort.signal, ...(await toAiSdk(run)) });
    while (log.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    abort.abort();
    await talk.catch(() => undefined);
    expect(log).toEqual(['slow begins', 'slow was told to stop']);
  });

  test("meets the SDK's own time limit for a tool", async () => {
    const { run, log } = deskRun();
    const model = fakeModel([['c1', 'desk_slow', '{}']], 'Well.');
    await generateText({ model, prompt, stopWhen, timeout: { toolMs: 10 }, ...(await toAiSdk(run)) });
    expect(log).toEqual(['slow begins', 'slow was told to stop']);
  });

  test('gives its progress as preliminary results [TSP-15]', async () => {
    const { run } = deskRun();
    const model = fakeModel([['c1', 'desk_pages', '{}']], 'Read.');
    const { stream } = streamText({ model, prompt, stopWhen, ...(await toAiSdk(run)) });
    const outputs: unknown[] = [];
    for await (const part of stream) {
      if (part.type === 'tool-result') outputs.push([part.preliminary ?? false, part.output]);
    }
    const success = { status: 'success', text: 'read 2 pages', value: 'read 2 pages' };
    expect(outputs).toEqual([
      [true, { status: 'running', progress: { page: 1 } }],
      [true, { status: 'running', progress: { page: 2 } }],
      [true, success],
      [false, success],
    ]);
    expect(readByModel(model.doStreamCalls[1])).toEqual([{ type: 'text', value: 'read 2 pages' }]);
  });

  test('that meets a mistake of the developer throws into the SDK', async () => {
    const { run } = deskRun();
    const bridge = await toAiSdk(run);
    await run.end();
    const model = fakeModel([['c1', 'desk_search', '{"query":"x"}']], 'Well.');
    const { steps } = await generateText({ model, prompt, stopWhen, tools: bridge.tools });
    const error = steps[0]?.content.find((part) => part.type === 'tool-error');
    expect(error?.error).toMatchObject({ code: 'HAFT_RUN_ENDED' });
  });
});

test("an agent that lives long takes each request's run", async () => {
  const runtime = deskRuntime();
  const model = fakeModel(
    [['c1', 'desk_search', '{"query":"a"}']],
    'One.',
    [['c2', 'desk_search', '{"query":"b"}']],
    'Two.',
  );
  const agent = new ToolLoopAgent({
    model,
    callOptionsSchema: z.object({ user: z.string() }),
    prepareCall: async ({ options, ...settings }) => ({
      ...settings,
      ...(await toAiSdk(runtime.startRun({ deps: { user: options.user, log: [] } }))),
    }),
  });
  for (const user of ['ada', 'bob']) await agent.generate({ prompt, options: { user } });
  expect([1, 3].map((index) => readByModel(model.doGenerateCalls[index]))).toEqual([
    [{ type: 'text', value: '{"found":"a x10","for":"ada"}' }],
    [{ type: 'text', value: '{"found":"b x10","for":"bob"}' }],
  ]);
});

test('a run that speaks a dialect has the SDK send its form, and undoes it', async () => {
  const log: string[] = [];
  const run = deskRuntime().startRun({ deps: { user: 'ada', log }, target: 'openai' });
  const model = fakeModel([['c1', 'desk_search', '{"query":"letters","limit":null,"lang":null}']], 'Found.');
  await generateText({ model, prompt, stopWhen, ...(await toAiSdk(run)) });
  expect(model.doGenerateCalls[0]?.tools?.[0]).toMatchObject({
    strict: true,
    inputSchema: { required: ['query', 'limit', 'lang'], additionalProperties: false },
    inputExamples: [{ input: { query: 'letters', limit: 5, lang: null } }],
  });
  expect(log).toEqual(['search {"query":"letters"} c1']);
});

test('tools of the host can be next to those of a run', async () => {
  const { run } = deskRun();
  const { tools, toolApproval } = await toAiSdk(run);
  const own = tool({ inputSchema: z.object({}), execute: () => 'mine' });
  const model = fakeModel(
    [
      ['c1', 'own', '{}'],
      ['c2', 'desk_search', '{"query":"x"}'],
    ],
    'Both.',
  );
  await generateText({ model, prompt, stopWhen, tools: { ...tools, own }, toolApproval });
  expect(readByModel(model.doGenerateCalls[1])).toHaveLength(2);
});
