import { describe, expect, it } from '@jest/globals';
import { defineTool, createRuntime, toolset, type Run } from '@haft/runtime';
import { runUntilDecision, toAnthropic, withOutcomes } from '../src/anthropic.js';
import { textOfMistake } from '../../core/test/support/text-of-mistake.js';
import { resultsIn, scriptedAnthropic, type ScriptedCall } from './support/anthropic-client.js';
import { deskRun, deskRuntime, PNG, SEARCH_PROMPT } from './support/desk.js';

const any = (value: unknown): never => value as never;
const params = { model: 'scripted', max_tokens: 100, messages: [{ role: 'user', content: 'Go.' } as const] };

/** Runs the loop of the SDK. */
async function converse(turns: readonly (readonly ScriptedCall[])[], run: Run = deskRun().run) {
  const { client, requests } = scriptedAnthropic(turns);
  const runner = client.beta.messages.toolRunner({ ...params, tools: await toAnthropic(run) });
  const message = await runner;
  return { message, requests, read: resultsIn(requests) };
}

describe('toAnthropic', () => {
  it('shows names, descriptions, schemas and examples, and fields that you add as given', async () => {
    const { run } = deskRun();
    const { client, requests } = scriptedAnthropic([]);
    const tools = (await toAnthropic(run)).map((one) => ({ ...one, allowed_callers: ['direct' as const] }));
    await client.beta.messages.toolRunner({ ...params, tools });
    const [search] = await run.definitions();
    expect(requests[0]?.tools[0]).toEqual({
      type: 'custom',
      name: 'desk_search',
      description: 'Searches the desk.',
      input_schema: search?.parameters,
      input_examples: [{ query: 'letters', limit: 5 }],
      allowed_callers: ['direct'],
    });
  });

  it('shows strict tools in the dialect, and no example that is invalid', async () => {
    const tool = defineTool({
      name: 'find',
      description: 'Finds.',
      parameters: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: false,
      },
      examples: [{ id: 5 } as never, { id: 'a' }],
      execute: () => 'found',
    });
    const run = createRuntime({ toolsets: toolset('desk', [tool]) }).startRun({ target: 'anthropic' });
    const [find] = await toAnthropic(run);
    expect(find).toMatchObject({ strict: true, input_examples: [{ id: 'a' }] });
  });

  it("lets the model read Haft's texts, with the flag for errors [NEW-23]", async () => {
    const { read, message } = await converse([
      [
        ['c1', 'desk_search', { query: '', lang: 'english' }],
        ['c2', 'desk_break', { how: 'exception' }],
        ['c3', 'desk_search', { query: 'letters' }],
      ],
    ]);
    expect(read).toEqual([
      { type: 'tool_result', tool_use_id: 'c1', content: SEARCH_PROMPT, is_error: true },
      {
        type: 'tool_result',
        tool_use_id: 'c2',
        content: expect.stringMatching(/^The tool failed unexpectedly/),
        is_error: true,
      },
      { type: 'tool_result', tool_use_id: 'c3', content: '{"found":"letters x10","for":"ada"}' },
    ]);
    expect(message.content).toMatchObject([{ text: 'Done.' }]);
  });

  it('returns media as blocks', async () => {
    const { read } = await converse([[['c1', 'desk_photo', {}]]]);
    expect(read[0]?.content).toEqual([
      { type: 'text', text: 'The desk:' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
    ]);
  });
});

describe('runUntilDecision', () => {
  const calls: readonly ScriptedCall[] = [
    ['c1', 'desk_pay', { amount: 500 }],
    ['c2', 'desk_pay', { amount: 5 }],
  ];

  /** Runs the loop until it stops for a decision. */
  async function stopped(run: Run) {
    const { client, requests } = scriptedAnthropic([[['c0', 'desk_search', { query: 'bill' }]], calls]);
    const runner = client.beta.messages.toolRunner({ ...params, tools: await toAnthropic(run) });
    return { client, requests, end: await runUntilDecision(runner, run) };
  }

  it('stops at a call that waits, and continues with the outcome', async () => {
    const { run, log } = deskRun();
    const { client, requests, end } = await stopped(run);
    expect(end).toMatchObject({ waits: true, message: { stop_reason: 'tool_use' } });
    expect([log.slice(1), requests.length]).toEqual([['paid 5'], 2]);
    const [request] = run.pending().requests;
    const messages = withOutcomes(
      JSON.parse(JSON.stringify(end.messages)) as typeof end.messages,
      await run.resume({ [request?.id ?? '']: true }),
    );
    const next = client.beta.messages.toolRunner({ ...params, messages, tools: await toAnthropic(run) });
    expect(await runUntilDecision(next, run)).toMatchObject({ waits: false, message: { stop_reason: 'end_turn' } });
    expect(log.slice(1)).toEqual(['paid 5', 'paid 500 approved']);
    expect(resultsIn(requests.slice(-1)).map(({ content }) => content)).toEqual([
      '{"found":"bill x10","for":"ada"}',
      'paid 500',
      'paid 5',
    ]);
  });

  it('marks a denied call as an error', async () => {
    const { run, log } = deskRun();
    const { end } = await stopped(run);
    const [request] = run.pending().requests;
    const messages = withOutcomes(end.messages, await run.resume({ [request?.id ?? '']: false }));
    expect(messages.at(-1)?.content).toMatchObject([{ tool_use_id: 'c1', is_error: true }, { content: 'paid 5' }]);
    expect(log.slice(1)).toEqual(['paid 5']);
  });
});

describe('a mistake of the developer', () => {
  it.each<[string, () => unknown, string]>([
    ['toAnthropic of the runtime', () => toAnthropic(any(deskRuntime())), 'is a runtime, and not a run'],
    ['a loop without a runner', () => runUntilDecision(any({}), deskRun().run), 'first argument of runUntilDecision()'],
    ['outcomes that are none', () => withOutcomes([], any({})), 'second argument of withOutcomes() is an object'],
  ])('%s', async (_what, make, text) => {
    expect(await textOfMistake(make)).toContain(text);
  });
});
