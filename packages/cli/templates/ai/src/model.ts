import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;
type Streamed = Awaited<ReturnType<MockLanguageModelV4['doStream']>>;
type Part = Streamed['stream'] extends ReadableStream<infer Item> ? Item : never;
type Prompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];

/**
 * Plays a model, so that the project runs without a key. Replace it with a model of a provider,
 * such as `openai('...')` of `@ai-sdk/openai`.
 */
export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => ({ content: [answerTo(prompt)], ...endOf(prompt), warnings: [] }),
  doStream: async ({ prompt }) => {
    const answer = answerTo(prompt);
    const text = answer.type === 'text' ? answer.text : '';
    const parts: Part[] =
      answer.type === 'text'
        ? [
            { type: 'text-start', id: '1' },
            { type: 'text-delta', id: '1', delta: text },
            { type: 'text-end', id: '1' },
          ]
        : [answer as Part];
    const chunks: Part[] = [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', ...endOf(prompt) }];
    return { stream: simulateReadableStream({ chunks }) };
  },
});

/** Makes a task of each message, or sends the list. */
function answerTo(prompt: Prompt): Generated['content'][number] {
  const last = prompt.at(-1);
  if (last?.role !== 'user') return { type: 'text', text: 'Done.' };
  const text = last.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
  const to = /send .*?(\S+@\S+)/i.exec(text)?.[1];
  const [toolName, input] = to === undefined ? ['todo_add', { text }] : ['todo_send', { to }];
  return { type: 'tool-call', toolCallId: crypto.randomUUID(), toolName, input: JSON.stringify(input) };
}

function endOf(prompt: Prompt): Pick<Generated, 'finishReason' | 'usage'> {
  const calls = prompt.at(-1)?.role === 'user';
  return {
    finishReason: calls ? { unified: 'tool-calls', raw: 'tool_calls' } : { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
  };
}
