import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { anthropicMessages } from '../../src/anthropic.js';
import { OUTCOMES, scriptFor, startConversation, summaryOf } from '../support/conversation.js';
import { fakeApi } from '../support/fake-api.js';
import { expectGolden } from '../support/golden.js';
import { fakeAnthropic } from './fake-anthropic.js';

type How = 'whole' | 'streamed' | "streamed, put together by the SDK's helper";

async function converse(how: How): Promise<{ text: string; outcomes: ToolOutcome[]; requests: object[] }> {
  const anthropic = anthropicMessages();
  await using api = await fakeApi(fakeAnthropic, scriptFor(anthropic.target));
  const client = new Anthropic({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
  await using run = startConversation(anthropic.target);
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'How many notes?' }];
  const outcomes: ToolOutcome[] = [];
  for (;;) {
    const tools = await anthropic.toolsOf(run);
    const request = { model: 'fake', max_tokens: 1000, messages, tools };
    const turn = how === 'streamed' ? await streamed() : anthropic.read(await reply());
    messages.push(...turn.history);
    if (turn.calls.length === 0) return { text: turn.text, outcomes, requests: api.requests.map(withoutStream) };
    const answers = await run.callAll(turn.calls);
    outcomes.push(...answers);
    messages.push(...anthropic.results(turn.calls, answers));

    function reply(): Promise<Anthropic.Message> {
      return how === 'whole' ? client.messages.create(request) : client.messages.stream(request).finalMessage();
    }
    async function streamed() {
      const stream = anthropic.stream();
      for await (const event of await client.messages.create({ ...request, stream: true })) stream.push(event);
      return stream.end();
    }
  }
}

function withoutStream(request: object): object {
  return { ...request, stream: undefined };
}

describe('a conversation with Anthropic Messages, by its own SDK', () => {
  it.each<[How]>([['whole'], ['streamed']])(
    '%s: wrong calls are answered so that the model corrects them, and the history stays valid',
    async (how) => {
      const { text, outcomes, requests } = await converse(how);
      expect(summaryOf(outcomes)).toEqual(OUTCOMES);
      expect(text).toBe('There is one note.');
      // The last request holds all of the conversation.
      expectGolden(import.meta.dirname, 'round-trip', requests.at(-1));
    },
  );
});
