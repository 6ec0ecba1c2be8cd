import { describe, expect, it } from '@jest/globals';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { createRuntime, defineTool, toolset, type PendingRun } from '@haft/runtime';
import { dialectOf } from '@haft/runtime/dialect';
import { toDialect } from '@haft/schema/dialects';
import { anthropicMessages, type IdentifiedCall } from '../../src/anthropic.js';
import { openAiChat, openAiResponses } from '../../src/openai.js';
import { fakeAnthropic } from '../anthropic/fake-anthropic.js';
import { fakeChat } from '../openai-chat/fake-chat.js';
import { fakeApi, type FakeApi, type Spoken } from '../support/fake-api.js';

/*
 * The code of docs/guide/providers.md, executed with the clients of the providers against local
 * servers.
 */

const paid: number[] = [];
const pay = defineTool({
  name: 'pay',
  description: 'Pays an amount.',
  parameters: {
    type: 'object',
    properties: { amount: { type: 'number', minimum: 1 }, note: { type: 'string' } },
    required: ['amount'],
    additionalProperties: false,
  },
  execute: ({ amount }: { amount: number; note?: string }) => {
    paid.push(amount);
    return `paid ${amount}`;
  },
});
const bank = toolset('bank', [pay]);
const runtime = createRuntime({ toolsets: bank });
const model = 'fake';

const says = (id: string, args: object): Spoken => ({ calls: [{ id, name: 'pay', arguments: JSON.stringify(args) }] });
const SCRIPT: readonly Spoken[] = [
  says('c1', { amount: 0, note: null }),
  says('c2', { amount: 5, note: null }),
  { text: 'It is paid.' },
];
const chatClient = ({ url }: FakeApi): OpenAI => new OpenAI({ apiKey: 'none', baseURL: url, maxRetries: 0 });

// #region loop
async function answer(client: OpenAI, question: string): Promise<string> {
  const openai = openAiChat();
  await using run = runtime.startRun({ target: openai.target });
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: `You pay bills.\n\n${await run.instructions()}` },
    { role: 'user', content: question },
  ];
  for (;;) {
    const tools = await openai.toolsOf(run);
    const turn = openai.read(await client.chat.completions.create({ model, messages, tools }));
    messages.push(...turn.history);
    if (turn.calls.length === 0) return turn.text;
    messages.push(...openai.results(turn.calls, await run.callAll(turn.calls)));
    run.nextStep();
  }
}
// #endregion loop

// #region stream
async function answerAloud(client: Anthropic, question: string, show: (line: string) => void): Promise<string> {
  const anthropic = anthropicMessages();
  await using run = runtime.startRun({ target: anthropic.target });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
  for (;;) {
    const system = `You pay bills.\n\n${await run.instructions()}`;
    const request = { model, max_tokens: 4000, system, messages, tools: await anthropic.toolsOf(run) };
    const stream = anthropic.stream();
    for await (const event of await client.messages.create({ ...request, stream: true })) {
      for (const call of stream.push(event)) show(`${call.name} ${JSON.stringify(call.partial().value)}`);
    }
    const turn = stream.end();
    messages.push(...turn.history);
    if (turn.calls.length === 0) return turn.text;
    messages.push(...anthropic.results(turn.calls, await run.callAll(turn.calls)));
    run.nextStep();
  }
}
// #endregion stream

describe('the guide on providers', () => {
  it('loop: a wrong call is corrected [NEW-23]', async () => {
    await using api = await fakeApi(fakeChat, SCRIPT);
    paid.length = 0;
    expect(await answer(chatClient(api), 'Pay 5.')).toBe('It is paid.');
    expect(paid).toEqual([5]);
  });

  it('stream: calls are shown while the model writes them', async () => {
    await using api = await fakeApi(fakeAnthropic, SCRIPT);
    const lines: string[] = [];
    const client = new Anthropic({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
    expect(await answerAloud(client, 'Pay 5.', (line) => lines.push(line))).toBe('It is paid.');
    expect(lines).toContain('pay {}');
    expect(lines.some((line) => line.startsWith('pay {"amount":5'))).toBe(true);
  });

  it('partial: dialectOf returns the schema that the model sees, and the same object each time', async () => {
    const openai = openAiChat();
    await using run = runtime.startRun({ target: openai.target });
    const [definition] = await run.definitions();
    const [tool] = await openai.toolsOf(run);
    const schema = (): ReturnType<typeof dialectOf>['parameters'] => dialectOf(definition!, openai.target).parameters;
    expect(schema()).toEqual(tool?.function.parameters);
    expect(schema()).toBe(schema());
    const stream = openai.stream();
    const piece = { index: 0, id: 'a', function: { name: 'pay', arguments: '{"amount":"five",' } };
    const [call] = stream.push({ choices: [{ delta: { tool_calls: [piece] } }] });
    expect(call?.partial(schema()).issues).toMatchObject([{ path: ['amount'] }]);
  });

  it('pause: results are written when the calls are decided', async () => {
    await using api = await fakeApi(fakeChat, [says('c1', { amount: 7, note: null }), { text: 'It is paid.' }]);
    const client = chatClient(api);
    const careful = createRuntime({ toolsets: bank.requireApproval() });
    const openai = openAiChat();
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Pay 7.' }];
    const saved: { pending: PendingRun; calls: readonly IdentifiedCall[] }[] = [];
    const save = (pending: PendingRun, calls: readonly IdentifiedCall[]): number => saved.push({ pending, calls });
    const tools = await openai.toolsOf(careful.startRun({ target: openai.target }));
    paid.length = 0;

    const run = careful.startRun({ target: openai.target });
    // #region pause
    const turn = openai.read(await client.chat.completions.create({ model, messages, tools }));
    messages.push(...turn.history);
    const outcomes = await run.callAll(turn.calls);
    if (outcomes.some(({ status }) => status === 'deferred')) save(run.pending(), turn.calls);
    else messages.push(...openai.results(turn.calls, outcomes));
    // #endregion pause

    const { pending, calls } = saved[0] as (typeof saved)[0];
    const decisions = Object.fromEntries(pending.requests.map(({ id }) => [id, true]));
    // #region resume
    const resumed = await careful.resumeRun(pending, decisions, { target: openai.target });
    messages.push(...openai.results(calls, resumed.outcomes));
    // #endregion resume
    const after = openai.read(await client.chat.completions.create({ model, messages, tools }));
    expect([after.text, paid]).toEqual(['It is paid.', [7]]);
    expect(() => openai.results(turn.calls, outcomes)).toThrow('waits (approval)');
  });

  it('search: hidden tools are left to the search of the provider', async () => {
    // #region search
    const openai = openAiResponses({ namespaces: { bank: 'Pays bills.' } });
    const large = createRuntime({ toolsets: bank.deferLoading() });
    const run = large.startRun({ target: openai.target, toolSearch: 'provider' });
    const tools = await openai.toolsOf(run);
    // #endregion search
    expect(tools).toMatchObject([
      { type: 'namespace', name: 'bank', description: 'Pays bills.', tools: [{ name: 'pay', defer_loading: true }] },
      { type: 'tool_search' },
    ]);
  });

  it('dialect: the report of the changes', async () => {
    // #region dialect
    const [definition] = await runtime.startRun().definitions();
    const { strict, rewrites } = toDialect(definition!, 'openai');
    for (const { path, keyword, reason } of rewrites) console.log(path.join('.'), keyword, reason);
    // #endregion dialect
    expect(strict).toBe(true);
    expect(rewrites.length).toBeGreaterThan(0);
  });
});
