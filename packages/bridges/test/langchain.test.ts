import { decision, type Run, type RuntimeOptions } from '@haft/runtime';
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent, fakeModel, ToolMessage } from 'langchain';
import { z } from 'zod';
import { toLangChain, type LangChainArtifact } from '../src/langchain.js';
import { deskRun, deskRuntime, PNG, SEARCH_PROMPT } from './support/desk.js';
import { ERRANDS, expectDecidedOnce } from './support/errands.js';

type Call = readonly [id: string, name: string, args: Record<string, unknown>];
const messages = [new HumanMessage('Go.')];

/**
 * The SDK's own fake model: makes these calls, one message after the other, and then has nothing
 * more to say.
 */
function modelThatCalls(...turns: readonly (readonly Call[])[]) {
  const model = fakeModel();
  for (const turn of turns) model.respondWithTools(turn.map(([id, name, args]) => ({ id, name, args })));
  return model.respond(new AIMessage('Done.'));
}

function toolMessages(all: readonly BaseMessage[]): readonly ToolMessage[] {
  return all.filter((message) => ToolMessage.isInstance(message));
}

/** Runs the loop with these turns: the tool messages that the model read. */
async function converse(turns: readonly (readonly Call[])[], options: RuntimeOptions = {}) {
  const { run, log } = deskRun('ada', options);
  const model = modelThatCalls(...turns);
  const agent = createAgent({ model, tools: await toLangChain(run) });
  await agent.invoke({ messages });
  return { run, log, read: toolMessages(model.calls.at(-1)?.messages ?? []) };
}

/** Searches for the user's text, then ends. */
function searchForUser(all: readonly BaseMessage[]): AIMessage {
  const said = all.at(-1)?.text ?? '';
  const tool_calls = [{ id: `c-${said}`, name: 'desk_search', args: { query: said } }];
  return all.length > 1 ? new AIMessage('Done.') : new AIMessage({ content: '', tool_calls });
}

const facts = ({ content, status, tool_call_id: id }: ToolMessage) => ({ id, status, content });

describe('the model', () => {
  test('is shown names, descriptions and schemas as they are defined [BRI-1]', async () => {
    const { run } = deskRun();
    const tools = await toLangChain(run);
    const definitions = await run.definitions();
    // Chat models read the schema as it is, or through LangChain's converters.
    expect(tools.map(({ schema }) => schema)).toEqual(definitions.map(({ parameters }) => parameters));
    expect(tools.map((one) => convertToOpenAITool(one))).toEqual(
      definitions.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    );
  });

  test("reads Haft's retry prompt for wrong arguments, and succeeds then [VAL-1, NEW-23]", async () => {
    const { read, log } = await converse([
      [['c1', 'desk_search', { query: '', lang: 'english' }]],
      [['c2', 'desk_search', { query: 'letters', lang: 'en' }]],
    ]);
    expect(read.map(facts)).toEqual([
      { id: 'c1', status: 'error', content: SEARCH_PROMPT },
      { id: 'c2', status: 'success', content: '{"found":"letters x10","for":"ada"}' },
    ]);
    expect(log).toEqual(['search {"query":"letters","lang":"en"} c2']);
  });

  test('a used-up retry budget refuses no call that would succeed [RET-5]', async () => {
    const wrong = (n: number): readonly Call[] => [[`w${String(n)}`, 'desk_search', { query: '', lang: 'english' }]];
    const turns = [...[1, 2, 3].map(wrong), [['c4', 'desk_search', { query: 'letters' }] as const]];
    const { read, log } = await converse(turns, { limits: { retries: 1 } });
    expect(read[2]?.content).toContain('failed 2 times');
    expect(read.slice(3).map(facts)).toEqual([
      { id: 'c4', status: 'success', content: '{"found":"letters x10","for":"ada"}' },
    ]);
    expect(log).toEqual(['search {"query":"letters"} c4']);
  });

  test('reads media as media, and the artifact is for the host alone', async () => {
    const { read } = await converse([[['c1', 'desk_photo', {}]]]);
    const [message] = read;
    expect(message?.contentBlocks).toEqual([
      { type: 'text', text: 'The desk:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
    ]);
    expect(message?.artifact as LangChainArtifact).toMatchObject({
      status: 'success',
      value: { width: 1 },
      metadata: { camera: 'for the host only' },
    });
  });

  test.each([
    ['exception', /^The tool failed unexpectedly \(error id .+\)\. Do not repeat the call with the same arguments\.$/],
    ['failed', /^The drawer is stuck\.$/],
    ['retry', /^Try the other drawer\.\n\nFix the errors and try again\.$/],
  ])("reads Haft's text about a tool that threw (%s)", async (how, text) => {
    const { read } = await converse([[['c1', 'desk_break', { how }]]]);
    expect(read.map(facts)).toEqual([{ id: 'c1', status: 'error', content: expect.stringMatching(text) }]);
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });
});

describe('an approval', () => {
  const calls: readonly Call[] = [
    ['c1', 'desk_pay', { amount: 500 }],
    ['c2', 'desk_pay', { amount: 5 }],
  ];

  /**
   * Stops at the interrupt. Another run and another agent resume the graph, as in another process.
   */
  async function decided(answer: unknown, made = calls) {
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: 't1' } };
    const before = deskRun();
    const first = createAgent({ model: modelThatCalls(made), tools: await toLangChain(before.run), checkpointer });
    const paused = await first.invoke({ messages }, config);
    const after = deskRun();
    const model = modelThatCalls();
    const second = createAgent({ model, tools: await toLangChain(after.run), checkpointer });
    await second.invoke(new Command({ resume: answer }), config);
    return { paused, before, after, read: toolMessages(model.calls[0]?.messages ?? []) };
  }

  test('interrupts the graph with the open request, and executes nothing of that call', async () => {
    const { paused, before } = await decided(true);
    expect(paused).toMatchObject({
      __interrupt__: [{ value: { kind: 'approval', callId: 'c1', tool: 'desk_pay', arguments: { amount: 500 } } }],
    });
    expect(before.log).toEqual(['paid 5']);
    expect(before.run.pending().requests).toEqual([]);
  });

  test('that the graph is resumed with executes the call', async () => {
    const { after, read } = await decided(decision.approve());
    expect(after.log).toEqual(['paid 500 approved']);
    expect(read.map(({ content }) => content)).toEqual(['paid 500', 'paid 5']);
  });

  test('may change the arguments, which are checked again', async () => {
    const { after, read } = await decided(decision.approve({ arguments: { amount: 200 } }));
    expect(after.log).toEqual(['paid 200 approved']);
    expect(read[0]?.content).toBe('The arguments were changed by the user: amount.\n\npaid 200');
  });

  test('does not decide about inner calls, so that the host decides each of them once [NEW-29]', async () => {
    const { after, read } = await decided(true, [['c1', 'desk_errands', ERRANDS]]);
    expect(read.map(facts)).toEqual([
      {
        id: 'c1',
        status: 'success',
        content: 'The tool call waits for 2 decisions. Do not call it again: it continues when all is decided.',
      },
    ]);
    const { requests } = after.run.pending();
    expect(read[0]?.artifact).toMatchObject({ status: 'deferred', request: requests[0], requests });
    await expectDecidedOnce(after.run, after.log);
  });

  test('that is refused does not', async () => {
    const { after, read } = await decided(decision.deny('Bob says no.'));
    expect(after.log).toEqual([]);
    expect(read.map(facts)[0]).toEqual({ id: 'c1', status: 'error', content: 'Bob says no.' });
  });

  test("is not all that it asks for: another system's result comes the same way", async () => {
    const { run } = deskRun();
    const config = { configurable: { thread_id: 't1' } };
    const model = modelThatCalls([['c1', 'desk_ship', {}]]);
    const agent = createAgent({ model, tools: await toLangChain(run), checkpointer: new MemorySaver() });
    const paused = await agent.invoke({ messages }, config);
    expect(paused).toMatchObject({ __interrupt__: [{ value: { kind: 'external', tool: 'desk_ship' } }] });
    const { messages: all } = await agent.invoke(new Command({ resume: decision.result('shipped') }), config);
    expect(toolMessages(all).map(facts)).toEqual([{ id: 'c1', status: 'success', content: 'shipped' }]);
    expect(run.pending().requests).toEqual([]);
  });

  test('is never taken for granted: without a checkpointer the call is answered as waiting', async () => {
    const { read, run, log } = await converse([calls]);
    expect(read.map(({ content }) => content)).toEqual([
      'The tool call waits for an approval. Do not call it again: it continues when it is decided.',
      'paid 5',
    ]);
    expect(read[0]?.artifact).toMatchObject({ status: 'deferred', request: { kind: 'approval' } });
    expect(run.pending().requests).toHaveLength(1);
    expect(log).toEqual(['paid 5']);
  });
});

describe('a call', () => {
  test("uses the run in the host's context, and separates conversations at the same time", async () => {
    const runtime = deskRuntime();
    const model = fakeModel();
    for (let turn = 0; turn < 6; turn++) model.respond(searchForUser);
    const agent = createAgent({
      model,
      contextSchema: z.object({ run: z.custom<Run>() }),
      tools: await toLangChain({
        template: runtime.startRun({ deps: { user: 'nobody', log: [] } }),
        runOf: ({ context }) => (context as { readonly run: Run }).run,
      }),
    });
    const talk = async (user: string) => {
      const run = runtime.startRun({ deps: { user, log: [] } });
      const result = await agent.invoke({ messages: [new HumanMessage(user)] }, { context: { run } });
      return toolMessages(result.messages).map(({ content }) => content);
    };
    const read = await Promise.all(['ada', 'bob', 'eve'].map(talk));
    expect(read).toEqual(['ada', 'bob', 'eve'].map((user) => [`{"found":"${user} x10","for":"${user}"}`]));
  });

  test('is told when the agent is aborted', async () => {
    const { run, log } = deskRun();
    const abort = new AbortController();
    const agent = createAgent({ model: modelThatCalls([['c1', 'desk_slow', {}]]), tools: await toLangChain(run) });
    const talk = agent.invoke({ messages }, { signal: abort.signal });
    talk.catch(() => undefined);
    while (log.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    abort.abort();
    await expect(talk).rejects.toThrow();
    expect(log).toEqual(['slow begins', 'slow was told to stop']);
  });

  test("tells its progress as LangChain's tool events", async () => {
    const { run } = deskRun();
    const agent = createAgent({ model: modelThatCalls([['c1', 'desk_pages', {}]]), tools: await toLangChain(run) });
    const events: unknown[] = [];
    const handleToolEvent = (chunk: unknown): void => void events.push(chunk);
    const result = await agent.invoke({ messages }, { callbacks: [{ handleToolEvent }] });
    expect(events).toEqual([{ page: 1 }, { page: 2 }]);
    expect(toolMessages(result.messages)[0]?.content).toBe('read 2 pages');
  });

  test('without a call id returns the text for the model', async () => {
    const tools = await toLangChain(deskRun().run);
    const search = tools.find(({ name }) => name === 'desk_search');
    expect(await search?.invoke({ query: 'x' })).toBe('{"found":"x x10","for":"ada"}');
  });

  test('that meets a mistake of the developer throws into the SDK', async () => {
    const { run } = deskRun();
    const [search] = await toLangChain(run);
    await run.end();
    await expect(search?.invoke({ query: 'x' })).rejects.toMatchObject({ code: 'HAFT_RUN_ENDED' });
  });
});
