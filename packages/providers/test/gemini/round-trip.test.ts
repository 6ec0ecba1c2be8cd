import { GoogleGenAI, type Content } from '@google/genai';
import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { gemini, type GeminiOptions } from '../../src/gemini.js';
import { OUTCOMES, scriptFor, startConversation, summaryOf } from '../support/conversation.js';
import { fakeApi } from '../support/fake-api.js';
import { expectGolden } from '../support/golden.js';
import { shareFetchDispatcher } from '../support/share-fetch-dispatcher.js';
import { fakeGemini } from './fake-gemini.js';

shareFetchDispatcher();

type Schemas = GeminiOptions['schemas'] & string;

async function converse(
  schemas: Schemas,
  isStreamed: boolean,
): Promise<{ text: string; outcomes: ToolOutcome[]; requests: readonly object[] }> {
  const google = gemini({ schemas });
  await using api = await fakeApi(fakeGemini, scriptFor(google.target));
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: api.url } });
  await using run = startConversation(google.target);
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'How many notes?' }] }];
  const outcomes: ToolOutcome[] = [];
  for (;;) {
    const request = { model: 'fake', contents, config: { tools: await google.toolsOf(run) } };
    const turn = isStreamed ? await streamed() : google.read(await client.models.generateContent(request));
    contents.push(...turn.history);
    if (turn.calls.length === 0) return { text: turn.text, outcomes, requests: api.requests };
    const answers = await run.callAll(turn.calls);
    outcomes.push(...answers);
    contents.push(...google.results(turn.calls, answers));

    async function streamed() {
      const stream = google.stream();
      for await (const chunk of await client.models.generateContentStream(request)) stream.push(chunk);
      return stream.end();
    }
  }
}

/**
 * Arguments are always an object: any other value is read as no arguments, which is another
 * mistake.
 */
const GEMINI_OUTCOMES = OUTCOMES.map((one) =>
  one[2].startsWith('The arguments are not valid JSON')
    ? [
        'note_search',
        'retry',
        "Tool call validation failed for tool 'note_search':\n- query: expected a string of at least 1 character",
      ]
    : one,
);

describe('a conversation with Gemini, by its own SDK', () => {
  it.each<[Schemas, string, boolean]>([
    ['parametersJsonSchema', 'whole', false],
    ['parametersJsonSchema', 'streamed', true],
    ['parameters', 'whole', false],
    ['parameters', 'streamed', true],
  ])(
    '%s, %s: wrong calls are answered so that the model corrects them, and the history stays valid',
    async (schemas, _how, isStreamed) => {
      const { text, outcomes, requests } = await converse(schemas, isStreamed);
      expect(summaryOf(outcomes, GEMINI_OUTCOMES)).toEqual(GEMINI_OUTCOMES);
      expect(text).toBe('There is one note.');
      // The last request holds all of the conversation.
      expectGolden(import.meta.dirname, `round-trip-${schemas}`, requests.at(-1));
    },
  );
});
