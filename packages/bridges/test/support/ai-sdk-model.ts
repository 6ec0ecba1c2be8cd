import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

type Model = MockLanguageModelV4;
type Request = Model['doGenerateCalls'][number];
type Content = Awaited<ReturnType<Model['doGenerate']>>['content'][number];
type StreamPart = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/** One answer of the model: a text, or calls. */
export type Turn = string | readonly Call[];
type Call = readonly [id: string, name: string, args: string];

/** Returns the SDK's own fake model: it follows a script of turns, and records its requests. */
export function fakeModel(...turns: readonly Turn[]): MockLanguageModelV4 {
  let next = 0;
  const turn = (): Turn => turns[next++] ?? 'no more turns';
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const answer = turn();
      return { content: contentOf(answer), finishReason: reasonOf(answer), usage, warnings: [] };
    },
    doStream: async () => ({ stream: simulateReadableStream({ chunks: streamOf(turn()) }) }),
  });
}

/** Returns the tool results of a request, which the model reads. */
export function readByModel(request: Request | undefined): readonly unknown[] {
  return (request?.prompt ?? []).flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
      : [],
  );
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function contentOf(turn: Turn): Content[] {
  if (typeof turn === 'string') return [{ type: 'text', text: turn }];
  return turn.map(([toolCallId, toolName, input]) => ({ type: 'tool-call', toolCallId, toolName, input }));
}

function reasonOf(turn: Turn) {
  return typeof turn === 'string'
    ? ({ unified: 'stop', raw: 'stop' } as const)
    : ({ unified: 'tool-calls', raw: 'tool_calls' } as const);
}

function streamOf(turn: Turn): StreamPart[] {
  const start: StreamPart = { type: 'stream-start', warnings: [] };
  const end: StreamPart = { type: 'finish', finishReason: reasonOf(turn), usage };
  if (typeof turn !== 'string') return [start, ...(contentOf(turn) as StreamPart[]), end];
  return [
    start,
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: turn },
    { type: 'text-end', id: 't' },
    end,
  ];
}
