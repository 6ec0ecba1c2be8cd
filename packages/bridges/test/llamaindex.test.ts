import { agent, agentToolCallResultEvent } from '@llamaindex/workflow';
import {
  stringifyJSONToMessageContent,
  ToolCallLLM,
  type ChatMessage,
  type ChatResponse,
  type ChatResponseChunk,
  type LLMChatParamsNonStreaming,
  type LLMChatParamsStreaming,
  type LLMMetadata,
  type ToolCall,
  type ToolCallLLMMessageOptions,
} from 'llamaindex';
import { toLlamaIndex } from '../src/llamaindex.js';
import { deskRun, SEARCH_PROMPT } from './support/desk.js';
import { ERRANDS, expectDecidedOnce } from './support/errands.js';

type Options = ToolCallLLMMessageOptions;

/** Makes these calls, one message after the other, and then is done. */
class FakeLLM extends ToolCallLLM {
  readonly supportToolCall = true;
  readonly metadata: LLMMetadata = {
    model: 'fake',
    temperature: 0,
    topP: 1,
    contextWindow: 10_000,
    tokenizer: undefined,
    structuredOutput: false,
  };
  /** The received requests. */
  readonly requests: { readonly messages: readonly ChatMessage<Options>[]; readonly tools: readonly unknown[] }[] = [];

  constructor(private readonly turns: readonly (readonly ToolCall[])[]) {
    super();
  }

  chat(params: LLMChatParamsStreaming<object, Options>): Promise<AsyncIterable<ChatResponseChunk<Options>>>;
  chat(params: LLMChatParamsNonStreaming<object, Options>): Promise<ChatResponse<Options>>;
  async chat(
    params: LLMChatParamsStreaming<object, Options> | LLMChatParamsNonStreaming<object, Options>,
  ): Promise<never> {
    const toolCall = this.turns[this.requests.length];
    this.requests.push({ messages: [...params.messages], tools: params.tools ?? [] });
    return answer(toolCall) as unknown as never;
  }
}

async function* answer(toolCall: readonly ToolCall[] | undefined): AsyncGenerator<object> {
  yield toolCall === undefined ? { delta: 'Done.', raw: {} } : { delta: '', raw: {}, options: { toolCall } };
}

/** Runs the loop with these turns. Returns the output of the tools, and the texts for the model. */
async function converse(...turns: readonly (readonly ToolCall[])[]) {
  const { run, log } = deskRun();
  const llm = new FakeLLM(turns);
  const clerk = agent({ llm, tools: await toLlamaIndex(run) });
  const given: unknown[] = [];
  for await (const event of clerk.runStream('Go.')) {
    if (agentToolCallResultEvent.include(event)) given.push(event.data.raw);
  }
  const read = llm.requests.at(-1)?.messages.flatMap(({ options }) => {
    return options !== undefined && 'toolResult' in options ? [options.toolResult.result] : [];
  });
  return { run, log, llm, given, read };
}

test('the model is shown names, descriptions and schemas as they are defined [BRI-1]', async () => {
  const { run, llm } = await converse();
  const definitions = await run.definitions();
  expect(llm.requests[0]?.tools).toMatchObject(
    definitions.map(({ name, description, parameters }) => ({ metadata: { name, description, parameters } })),
  );
});

test("the model reads Haft's retry prompt for wrong arguments, as LlamaIndexTS writes texts, and succeeds then [VAL-1, NEW-23]", async () => {
  const { given, read, log } = await converse(
    [{ id: 'c1', name: 'desk_search', input: { query: '', lang: 'english' } }],
    [{ id: 'c2', name: 'desk_search', input: { query: 'letters', lang: 'en' } }],
  );
  const texts = [SEARCH_PROMPT, '{"found":"letters x10","for":"ada"}'];
  expect(given).toEqual(texts);
  expect(read).toEqual(texts.map((text) => stringifyJSONToMessageContent(text)));
  expect(log).toEqual([expect.stringMatching(/^search \{"query":"letters","lang":"en"\} call_/)]);
});

test('a used-up retry budget refuses no call that would succeed [RET-5]', async () => {
  const wrong = (n: number) => [{ id: `w${String(n)}`, name: 'desk_search', input: { query: '', lang: 'english' } }];
  const right = [{ id: 'c5', name: 'desk_search', input: { query: 'letters' } }];
  const { given } = await converse(...[1, 2, 3, 4].map(wrong), right);
  expect(given[3]).toContain('failed 3 times');
  expect(given[4]).toBe('{"found":"letters x10","for":"ada"}');
});

test.each([
  ['exception', /^The tool failed unexpectedly \(error id .+\)\. Do not repeat the call with the same arguments\.$/],
  ['failed', /^The drawer is stuck\.$/],
  ['retry', /^Try the other drawer\.\n\nFix the errors and try again\.$/],
])("the model reads Haft's text about a tool that threw (%s)", async (how, expected) => {
  const { given } = await converse([{ id: 'c1', name: 'desk_break', input: { how } }]);
  expect(given).toEqual([expect.stringMatching(expected)]);
});

test('a call that needs an approval is answered as waiting, and is executed when the host decides', async () => {
  const { run, given, log } = await converse([{ id: 'c1', name: 'desk_pay', input: { amount: 500 } }]);
  expect(given).toEqual([
    'The tool call waits for an approval. Do not call it again: it continues when it is decided.',
  ]);
  expect(log).toEqual([]);
  const [request] = run.pending().requests;
  const outcomes = await run.resume({ [request?.id ?? '']: true });
  expect(outcomes).toMatchObject([{ status: 'success', text: 'paid 500' }]);
});

test('a call whose inner calls wait is answered as waiting, and the host decides each of them once [NEW-29]', async () => {
  const { amounts } = ERRANDS;
  const { run, given, log } = await converse([{ id: 'c1', name: 'desk_errands', input: { amounts: [...amounts] } }]);
  expect(given).toEqual([
    'The tool call waits for 2 decisions. Do not call it again: it continues when all is decided.',
  ]);
  await expectDecidedOnce(run, log);
});

test('conversations at the same time are kept apart by their runs', async () => {
  const talk = async (user: string) => {
    const { run } = deskRun(user);
    const tools = await toLlamaIndex(run);
    return tools.find(({ metadata }) => metadata.name === 'desk_search')?.call({ query: 'mine' });
  };
  const given = await Promise.all(['ada', 'bob'].map(talk));
  expect(given).toEqual(['ada', 'bob'].map((user) => `{"found":"mine x10","for":"${user}"}`));
});

test('media are told as text', async () => {
  const { given } = await converse([{ id: 'c1', name: 'desk_photo', input: {} }]);
  expect(given).toEqual([expect.stringMatching(/^The desk:\n/)]);
});

test('the end of the run reaches the tool', async () => {
  const { run, log } = deskRun();
  const tools = await toLlamaIndex(run);
  const slow = tools.find(({ metadata }) => metadata.name === 'desk_slow')?.call({});
  while (log.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await run.end();
  expect(await slow).toBe('The tool call was interrupted before a result was produced.');
  expect(log).toEqual(['slow begins', 'slow was told to stop']);
});

test('a mistake of the developer throws into the SDK', async () => {
  const { run } = deskRun();
  const [search] = await toLlamaIndex(run);
  await run.end();
  await expect(search?.call({ query: 'x' })).rejects.toMatchObject({ code: 'HAFT_RUN_ENDED' });
});
