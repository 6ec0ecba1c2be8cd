import assert from 'node:assert/strict';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4, mockValues } from 'ai/test';
import { POST, settings } from './route.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'stock', input: '{"item":"oars"}' } as const;
const finish = { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } } as const;
const turns = mockValues<object[]>([call, { ...finish, finishReason: { unified: 'tool-calls' } }], [finish]);
const doStream = async () => ({ stream: simulateReadableStream({ chunks: turns() as never[] }) });
settings.model = new MockLanguageModelV4({ doStream });

const messages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'How many oars?' }] }];
const body = JSON.stringify({ id: 'chat-1', messages });
const response = await POST(new Request('https://shop.example', { method: 'POST', body }));
assert.match(await response.text(), /"text":"7 oars"/);
