import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import OpenAI from 'openai';
import { openAiResponses } from '../../src/openai.js';
import { OUTCOMES, scriptFor, startConversation, summaryOf } from '../support/conversation.js';
import { fakeApi } from '../support/fake-api.js';
import { expectGolden } from '../support/golden.js';
import { fakeResponses } from './fake-responses.js';

async function converse(isStreamed: boolean): Promise<{ text: string; outcomes: ToolOutcome[]; requests: object[] }> {
  const openai = openAiResponses({ namespaces: { notes: 'The notes of the user.' } });
  await using api = await fakeApi(fakeResponses, scriptFor(openai.target));
  const client = new OpenAI({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
  await using run = startConversation(openai.target);
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'How many notes?' }];
  const outcomes: ToolOutcome[] = [];
  for (;;) {
    const request = { model: 'fake', input, tools: await openai.toolsOf(run), store: false };
    const turn = isStreamed ? await streamed() : openai.read(await client.responses.create(request));
    input.push(...turn.history);
    if (turn.calls.length === 0) return { text: turn.text, outcomes, requests: api.requests.map(withoutStream) };
    const answers = await run.callAll(turn.calls);
    outcomes.push(...answers);
    input.push(...openai.results(turn.calls, answers));

    async function streamed() {
      const stream = openai.stream();
      for await (const event of await client.responses.create({ ...request, stream: true })) stream.push(event);
      return stream.end();
    }
  }
}

function withoutStream(request: object): object {
  return { ...request, stream: undefined };
}

describe('a conversation with OpenAI Responses, by its own SDK', () => {
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
