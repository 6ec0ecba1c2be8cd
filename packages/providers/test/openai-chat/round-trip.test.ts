import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import OpenAI from 'openai';
import { openAiChat } from '../../src/openai.js';
import { OUTCOMES, scriptFor, startConversation, summaryOf } from '../support/conversation.js';
import { fakeApi } from '../support/fake-api.js';
import { expectGolden } from '../support/golden.js';
import { fakeChat } from './fake-chat.js';

async function converse(isStreamed: boolean): Promise<{ text: string; outcomes: ToolOutcome[]; requests: object[] }> {
  const openai = openAiChat();
  await using api = await fakeApi(fakeChat, scriptFor(openai.target));
  const client = new OpenAI({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
  await using run = startConversation(openai.target);
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'How many notes?' }];
  const outcomes: ToolOutcome[] = [];
  for (;;) {
    const request = { model: 'fake', messages, tools: await openai.toolsOf(run) };
    const turn = isStreamed ? await streamed() : openai.read(await client.chat.completions.create(request));
    messages.push(...turn.history);
    if (turn.calls.length === 0) return { text: turn.text, outcomes, requests: api.requests.map(withoutStream) };
    const answers = await run.callAll(turn.calls);
    outcomes.push(...answers);
    messages.push(...openai.results(turn.calls, answers));

    async function streamed() {
      const stream = openai.stream();
      for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) stream.push(chunk);
      return stream.end();
    }
  }
}

/** Removes `refusal: null`, which whole messages have and streams do not. */
function withoutStream(request: object): object {
  return JSON.parse(JSON.stringify({ ...request, stream: undefined }, withoutNoRefusal)) as object;
}

function withoutNoRefusal(key: string, value: unknown): unknown {
  return key === 'refusal' && value === null ? undefined : value;
}

describe('a conversation with OpenAI Chat Completions, by its own SDK', () => {
  it.each([
    ['whole', false],
    ['streamed', true],
  ])(
    '%s: wrong calls are answered so that the model corrects them, and the history stays valid',
    async (_how, isStreamed) => {
      const { text, outcomes, requests } = await converse(isStreamed);
      expect(summaryOf(outcomes)).toEqual(OUTCOMES);
      expect(text).toBe('There is one note.');
      // The last request holds all of the conversation.
      expectGolden(import.meta.dirname, 'round-trip', requests.at(-1));
    },
  );
});
