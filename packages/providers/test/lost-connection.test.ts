import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient, ConverseStreamCommand, type Tool } from '@aws-sdk/client-bedrock-runtime';
import { GoogleGenAI } from '@google/genai';
import { describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import type { GeminiTool } from '../src/gemini.js';
import { APIS } from './support/apis.js';
import { fakeApi, type Spoken } from './support/fake-api.js';
import { definition } from './support/definition.js';
import { shareFetchDispatcher } from './support/share-fetch-dispatcher.js';

shareFetchDispatcher();

/** A stream by the client of each provider. */
const STREAMS: Readonly<Record<string, (url: string, tools: readonly unknown[]) => Promise<AsyncIterable<unknown>>>> = {
  'OpenAI Chat Completions': (baseURL, tools) =>
    new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 }).chat.completions.create({
      ...{ model: 'fake', messages: [{ role: 'user', content: 'Now.' }], stream: true },
      tools: tools as OpenAI.ChatCompletionTool[],
    }),
  'OpenAI Responses': (baseURL, tools) =>
    new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 }).responses.create({
      ...{ model: 'fake', input: [{ role: 'user', content: 'Now.' }], stream: true },
      tools: tools as OpenAI.Responses.Tool[],
    }),
  'Anthropic Messages': (baseURL, tools) =>
    new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 }).messages.create({
      ...{ model: 'fake', max_tokens: 100, messages: [{ role: 'user', content: 'Now.' }], stream: true },
      tools: tools as Anthropic.Tool[],
    }),
  Gemini: (baseUrl, tools) =>
    new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } }).models.generateContentStream({
      model: 'fake',
      contents: [{ role: 'user', parts: [{ text: 'Now.' }] }],
      config: { tools: tools as GeminiTool[] },
    }),
  'Bedrock Converse': async (endpoint, tools) => {
    const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
    const client = new BedrockRuntimeClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
    const messages = [{ role: 'user' as const, content: [{ text: 'Now.' }] }];
    const toolConfig = { tools: tools as Tool[] };
    const { stream } = await client.send(new ConverseStreamCommand({ modelId: 'fake', messages, toolConfig }));
    return destroyedAfter(stream, client);
  },
};

async function* destroyedAfter(
  events: AsyncIterable<unknown> | undefined,
  client: BedrockRuntimeClient,
): AsyncIterable<unknown> {
  try {
    if (events !== undefined) yield* events;
  } finally {
    client.destroy();
  }
}

const CALLS: Spoken = {
  calls: [
    { id: 'c1', name: 'wipe', arguments: '{"path":"tmp/a"}' },
    { id: 'c2', name: 'wipe', arguments: '{"path":"tmp/b"}' },
  ],
};

describe.each(APIS.map((one) => [one.name, one] as const))('%s: a connection that is lost', (name, { make, fake }) => {
  it('leaves a turn that can continue and whose last call never runs', async () => {
    const api = make();
    const total = fake.events(CALLS).length;
    // In the middle of the second call, or before the reply says that it is over.
    await using server = await fakeApi(fake, [{ ...CALLS, lostAfter: total - 4 > 1 ? total - 4 : 2 }]);
    const stream = api.stream();
    try {
      const open = STREAMS[name] as (typeof STREAMS)[string];
      for await (const event of await open(server.url, api.tools([definition('wipe')]))) stream.push(event);
    } catch (error) {
      // Some clients throw. The turn has the events before the error.
      expect(String(error)).toMatch(/Error/);
    }
    const { calls, stopped } = stream.end();
    expect(stopped).toBe('stream ended');
    expect(calls.map(({ name: called, truncated }) => [called, truncated])).toEqual([
      ['wipe', undefined],
      ['wipe', true],
    ]);
  });
});
