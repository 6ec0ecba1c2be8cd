import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  type Message,
} from '@aws-sdk/client-bedrock-runtime';
import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { bedrockConverse } from '../../src/bedrock.js';
import { OUTCOMES, scriptFor, startConversation, summaryOf } from '../support/conversation.js';
import { fakeApi } from '../support/fake-api.js';
import { expectGolden } from '../support/golden.js';
import { fakeBedrock } from './fake-bedrock.js';

async function converse(
  isStreamed: boolean,
): Promise<{ text: string; outcomes: ToolOutcome[]; requests: readonly object[] }> {
  const bedrock = bedrockConverse();
  await using api = await fakeApi(fakeBedrock, scriptFor(bedrock.target));
  const client = new BedrockRuntimeClient({
    endpoint: api.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  });
  await using run = startConversation(bedrock.target);
  const messages: Message[] = [{ role: 'user', content: [{ text: 'How many notes?' }] }];
  const outcomes: ToolOutcome[] = [];
  for (;;) {
    const request = { modelId: 'fake', messages, toolConfig: { tools: await bedrock.toolsOf(run) } };
    const turn = isStreamed ? await streamed() : bedrock.read(await client.send(new ConverseCommand(request)));
    messages.push(...turn.history);
    if (turn.calls.length === 0) {
      client.destroy();
      return { text: turn.text, outcomes, requests: api.requests };
    }
    const answers = await run.callAll(turn.calls);
    outcomes.push(...answers);
    messages.push(...bedrock.results(turn.calls, answers));

    async function streamed() {
      const stream = bedrock.stream();
      const { stream: events = [] } = await client.send(new ConverseStreamCommand(request));
      for await (const event of events) stream.push(event);
      return stream.end();
    }
  }
}

describe('a conversation with Bedrock Converse, by the AWS SDK', () => {
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
