import { describe, expect, it } from '@jest/globals';
import { generateText, isStepCount, type ModelMessage } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { toAiSdk } from '@haft/bridges/ai-sdk';
import { humanToolset } from '@haft/toolsets/human';
import {
  createRuntime,
  decision,
  type Decision,
  type DeferredHandler,
  type PendingRun,
  type Run,
  type ToolOutcome,
} from 'haft';
import { CHOICE, QUESTIONS } from './questions.js';

/* `ask_user` in the loop of the AI SDK. */

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Returns a model that asks the user once, and then ends with a text. */
function askingModel(args: object): MockLanguageModelV4 {
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'ask_user', input: JSON.stringify(args) } as const;
  const turns: Generated[] = [
    { content: [call], finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage, warnings: [] },
    { content: [{ type: 'text', text: 'Done.' }], finishReason: { unified: 'stop', raw: 'stop' }, usage, warnings: [] },
  ];
  return new MockLanguageModelV4({ doGenerate: async () => turns.shift() as Generated });
}

/** Returns the tool results that the model read in its last request. */
function readBy(model: MockLanguageModelV4): unknown[] {
  return (model.doGenerateCalls.at(-1)?.prompt ?? []).flatMap((message) =>
    message.role === 'tool' ? message.content.flatMap((part) => (part.type === 'tool-result' ? part.output : [])) : [],
  );
}

const stopWhen = isStepCount(5);
const runtimeWith = (onDeferred?: DeferredHandler) =>
  createRuntime({ toolsets: [humanToolset()], ...(onDeferred && { people: { onDeferred } }) });

/** Runs the loop with a user who decides at once. */
async function converse(args: object, onDeferred?: DeferredHandler) {
  const run = runtimeWith(onDeferred).startRun() as Run;
  const model = askingModel(args);
  const result = await generateText({ model, prompt: 'Go.', stopWhen, ...(await toAiSdk(run)) });
  return { run, result, read: readBy(model) };
}

// #region outcomes
/** Returns the messages with the outcomes of calls that waited. */
function withOutcomes(messages: readonly ModelMessage[], outcomes: readonly ToolOutcome[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'tool') return message;
    const content = message.content.map((part) => {
      const outcome = outcomes.find(({ callId }) => part.type === 'tool-result' && part.toolCallId === callId);
      return outcome === undefined ? part : { ...part, output: { type: 'text', value: outcome.text } };
    });
    return { ...message, content } as ModelMessage;
  });
}
// #endregion outcomes

const always =
  (decided: Decision): DeferredHandler =>
  (requests) =>
    Object.fromEntries(requests.map(({ id }) => [id, decided]));

describe('ask_user in the AI SDK, with a user who answers at once [TOOL-22]', () => {
  it.each(QUESTIONS)('returns $title to the model', async ({ args, answer, text }) => {
    const { read } = await converse(args, always(decision.supply({ answer })));
    expect(read).toEqual([{ type: 'text', value: text }]);
  });

  it('keeps the question open after a wrong answer of the host', async () => {
    const { run, result } = await converse(CHOICE.args, always(decision.supply({ answer: CHOICE.wrong })));
    expect(result.steps[0]?.content).toMatchObject([
      { type: 'tool-call' },
      { type: 'tool-error', error: { code: 'HAFT_INVALID_DECISION' } },
    ]);
    const [request] = run.pending().requests;
    const outcomes = await run.resume({ [request?.id ?? '']: decision.supply({ answer: CHOICE.answer }) });
    expect(outcomes).toMatchObject([{ status: 'success', text: CHOICE.text }]);
  });

  it('tells the model that the user declined', async () => {
    const { read } = await converse(CHOICE.args, always(decision.deny('The user does not want to say.')));
    expect(read).toEqual([{ type: 'execution-denied', reason: 'The user does not want to say.' }]);
  });
});

describe('ask_user in the AI SDK, with an answer in a later request [TOOL-22]', () => {
  const runtime = runtimeWith();
  const userId = 'ada';

  /** Stops the loop at the question. Returns the texts to store until the answer. */
  async function pause(model: MockLanguageModelV4): Promise<string> {
    const messages: ModelMessage[] = [{ role: 'user', content: 'Go.' }];
    // #region pause
    const run = runtime.startRun({ userId });
    const isWaiting = () => run.pending().requests.length > 0;
    const tools = await toAiSdk(run);
    const { responseMessages } = await generateText({ model, messages, stopWhen: [stopWhen, isWaiting], ...tools });
    return JSON.stringify({ pending: run.pending(), messages: [...messages, ...responseMessages] });
    // #endregion pause
  }

  async function answer(model: MockLanguageModelV4, stored: string, decided: Decision): Promise<string> {
    // #region answer
    const { pending, messages } = JSON.parse(stored) as { pending: PendingRun; messages: ModelMessage[] };
    const [request] = pending.requests;
    const { run, outcomes } = await runtime.resumeRun(pending, { [request?.id ?? '']: decided });
    const answered = withOutcomes(messages, outcomes);
    const { text } = await generateText({ model, messages: answered, stopWhen, ...(await toAiSdk(run)) });
    // #endregion answer
    return text;
  }

  it('stops the loop at the question', async () => {
    const model = askingModel(CHOICE.args);
    const { pending } = JSON.parse(await pause(model)) as { pending: PendingRun };
    expect(model.doGenerateCalls).toHaveLength(1);
    expect(pending.requests).toMatchObject([
      { kind: 'input', arguments: CHOICE.args, fields: { properties: { answer: { enum: ['red', 'blue'] } } } },
    ]);
  });

  it.each(QUESTIONS)('returns $title to the model', async ({ args, answer: values, text }) => {
    const model = askingModel(args);
    const stored = await pause(model);
    expect(await answer(model, stored, decision.supply({ answer: values }))).toBe('Done.');
    expect(readBy(model)).toEqual([{ type: 'text', value: text }]);
  });

  it('rejects a wrong answer, and takes the next one', async () => {
    const model = askingModel(CHOICE.args);
    const stored = await pause(model);
    await expect(answer(model, stored, decision.supply({ answer: CHOICE.wrong }))).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
    });
    await answer(model, stored, decision.supply({ answer: CHOICE.answer }));
    expect(readBy(model)).toEqual([{ type: 'text', value: CHOICE.text }]);
  });

  it('tells the model that the user declined', async () => {
    const model = askingModel(CHOICE.args);
    const stored = await pause(model);
    await answer(model, stored, decision.deny('The user does not want to say.'));
    expect(readBy(model)).toEqual([{ type: 'text', value: 'The user does not want to say.' }]);
  });
});
