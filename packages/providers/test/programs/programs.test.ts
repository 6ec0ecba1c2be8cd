import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { anthropicMessages } from '../../src/anthropic.js';
import { bedrockConverse } from '../../src/bedrock.js';
import { gemini } from '../../src/gemini.js';
import { openAiChat, openAiResponses } from '../../src/openai.js';
import { fakeApi } from '../support/fake-api.js';
import { expectGolden } from '../support/golden.js';
import { strictAnthropic } from './strict-anthropic.js';
import { strictOpenAi } from './strict-openai.js';
import { REFUSED, shop } from './tools.js';

const ANSWERS = ['{"units":3}', '{"units":4}', 'The "Lamp" shop', REFUSED];
/** The API answers each request itself. A script only counts them. */
const TWO_TURNS = [{}, {}];

interface Conversation {
  readonly text: string;
  readonly requests: readonly object[];
}

async function withOpenAi(isStreamed: boolean): Promise<Conversation> {
  const openai = openAiResponses();
  await using api = await fakeApi(strictOpenAi(), TWO_TURNS);
  const client = new OpenAI({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
  const runtime = shop();
  // #region openai
  await using run = runtime.startRun({ target: openai.target, programs: 'provider' });
  // #endregion openai
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'How many in all?' }];
  for (;;) {
    const request = { model: 'fake', input, tools: await openai.toolsOf(run), store: false };
    const turn = isStreamed ? await streamed() : openai.read(await client.responses.create(request));
    input.push(...turn.history);
    if (turn.calls.length === 0) return { text: turn.text, requests: api.requests };
    input.push(...openai.results(turn.calls, await run.callAll(turn.calls)));

    async function streamed() {
      const stream = openai.stream();
      for await (const event of await client.responses.create({ ...request, stream: true })) stream.push(event);
      return stream.end();
    }
  }
}

async function withAnthropic(isStreamed: boolean): Promise<Conversation> {
  const anthropic = anthropicMessages();
  await using api = await fakeApi(strictAnthropic(), TWO_TURNS);
  const client = new Anthropic({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
  await using run = shop().startRun({ target: anthropic.target, programs: 'provider' });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'How many in all?' }];
  let container: string | null = null;
  for (;;) {
    // #region anthropic
    const code = { type: 'code_execution_20260521', name: 'code_execution' } as const;
    const tools = [...(await anthropic.toolsOf(run)), code];
    const request = { model: 'fake', max_tokens: 1000, messages, tools, container };
    // #endregion anthropic
    const turn = isStreamed ? await streamed() : await whole();
    messages.push(...turn.history);
    if (turn.calls.length === 0) return { text: turn.text, requests: api.requests };
    messages.push(...anthropic.results(turn.calls, await run.callAll(turn.calls)));

    async function whole() {
      const reply = await client.messages.create(request);
      container = reply.container?.id ?? null;
      return anthropic.read(reply);
    }
    async function streamed() {
      const stream = anthropic.stream<Anthropic.ContentBlock>();
      for await (const event of await client.messages.create({ ...request, stream: true })) {
        if (event.type === 'message_delta') container = event.delta.container?.id ?? null;
        stream.push(event);
      }
      return stream.end();
    }
  }
}

describe('a program of the provider [NEW-41]', () => {
  it.each<[string, (isStreamed: boolean) => Promise<Conversation>]>([
    ['openai', withOpenAi],
    ['anthropic', withAnthropic],
  ])('%s: gets the values of its calls, whole and streamed', async (name, converse) => {
    const whole = await converse(false);
    expect(JSON.parse(whole.text)).toEqual(ANSWERS);
    // The last request holds the definitions, the calls and the results.
    expectGolden(import.meta.dirname, name, whole.requests.at(-1));
    const streamed = await converse(true);
    expect(streamed.text).toBe(whole.text);
    expect({ ...streamed.requests.at(-1), stream: undefined }).toEqual(whole.requests.at(-1));
  });

  it.each([
    ['a missing', undefined],
    ['a wrong', { type: 'program', caller_id: 'prog_2' }],
    ['a direct', { type: 'direct' }],
    ['an unknown field in the', { type: 'program', caller_id: 'prog_1', more: true }],
  ])('OpenAI: the API of this test refuses %s caller of an output', async (_title, caller) => {
    const { requests } = await withOpenAi(false);
    const last = structuredClone(requests.at(-1)) as { input: Record<string, unknown>[] };
    const input = last.input.map((one) => (one['type'] === 'function_call_output' ? { ...one, caller } : one));
    expect(strictOpenAi().refusal({ ...last })).toBeUndefined();
    expect(strictOpenAi().refusal({ ...last, input })).toMatch(/caller|Unknown parameter/);
  });

  it('Anthropic: the API of this test refuses a call without its caller', async () => {
    const { requests } = await withAnthropic(false);
    const last = structuredClone(requests.at(-1)) as { messages: { content: Record<string, unknown>[] }[] };
    expect(strictAnthropic().refusal({ ...last })).toBeUndefined();
    for (const block of last.messages[1]?.content ?? []) delete block['caller'];
    expect(strictAnthropic().refusal({ ...last })).toMatch(/caller/);
  });

  it('settles the row of a call that asks to wait, so that no approver sees it', async () => {
    const runtime = shop();
    const run = runtime.startRun({ id: 'r1', userId: 'ada', programs: 'provider' });
    const [outcome] = await run.callAll([{ id: 'c1', name: 'order', arguments: { product: 'desk' }, program: 'p1' }]);
    expect(outcome).toMatchObject({ status: 'failed', reason: 'program', text: REFUSED });
    expect((await runtime.pending.list({ userId: 'ada' })).calls).toEqual([]);
    expect(run.pending().calls).toEqual([]);
  });

  it('Chat, Gemini and Bedrock send the same tools as without programs', async () => {
    const [plain, marked] = await Promise.all([
      shop().startRun().definitions(),
      shop().startRun({ programs: 'provider' }).definitions(),
    ]);
    for (const provider of [openAiChat(), gemini(), bedrockConverse()])
      expect(provider.tools(marked)).toEqual(provider.tools(plain));
  });

  it('Anthropic: a tool that is strict by itself, or whose schema contains itself, is for direct calls', async () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } as const;
    const tools = [
      defineTool({
        name: 'strict',
        description: 'S.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        strict: true,
        execute: () => 1,
      }),
      defineTool({ name: 'recursive', description: 'R.', parameters: { ...node, $defs: { node } }, execute: () => 1 }),
      defineTool({
        name: 'plain',
        description: 'P.',
        parameters: { type: 'object', properties: {} },
        execute: () => 1,
      }),
    ];
    const run = createRuntime({ toolsets: toolset('t', tools) }).startRun({
      target: 'anthropic',
      programs: 'provider',
    });
    const sent = await anthropicMessages().toolsOf(run);
    expect(sent.filter((one) => 'allowed_callers' in one).map(({ name }) => name)).toEqual(['plain']);
    expect(sent).toMatchObject([{ name: 'strict', strict: true }, { name: 'recursive' }, { name: 'plain' }]);
  });

  it('OpenAI: tells the schema of results that are never a text', () => {
    const results = [
      { type: 'object' },
      { type: ['integer', 'null'] },
      { anyOf: [{ type: 'array' }, { const: 1 }] },
      { $ref: '#/$defs/a', $defs: { a: { enum: [1, true] } } },
      { type: 'string' },
      { enum: ['a', 1] },
      { oneOf: [{ type: 'object' }, { const: 'a' }] },
      { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } },
      {},
    ] as const;
    const definitions = results.map((result, index) => ({
      ...defineTool({ name: `t${index}`, description: 'T.', parameters: { type: 'object' }, result, execute: () => 1 })
        .definition,
      programs: true,
    }));
    const sent = openAiResponses()
      .tools(definitions)
      .filter((one) => 'output_schema' in one);
    expect(sent.map((one) => ('name' in one ? one.name : ''))).toEqual(['t0', 't1', 't2', 't3']);
  });
});
