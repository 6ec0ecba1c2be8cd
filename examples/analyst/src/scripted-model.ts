import { MockLanguageModelV4 } from 'ai/test';

type Request = MockLanguageModelV4['doGenerateCalls'][number];
type Result = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/** A call of a tool. */
export interface Call {
  readonly tool: string;
  readonly args: object;
}

/** One answer of the model: a call or a text, made from the results that it read. */
export type Turn = (read: readonly Reading[]) => Call | string;

/** The text of one result that the model read. */
export interface Reading {
  readonly text: string;
  readonly isError: boolean;
}

/** Returns the fake model of the AI SDK, which follows a script. */
export function scriptedModel(script: readonly Turn[]): MockLanguageModelV4 {
  let next = 0;
  return new MockLanguageModelV4({
    doGenerate: (request) => {
      const turn = script[next];
      next += 1;
      return Promise.resolve(answerOf(turn?.(readIn(request)) ?? 'The script has ended.', next));
    },
  });
}

/** Returns the results that the model read in a request. */
export function readIn({ prompt }: Request): readonly Reading[] {
  const parts = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  return parts.flatMap((part) => {
    const output = part.type === 'tool-result' ? part.output : undefined;
    if (output?.type !== 'text' && output?.type !== 'error-text') return [];
    return { text: output.value, isError: output.type === 'error-text' };
  });
}

function answerOf(answer: Call | string, number: number): Result {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  if (typeof answer === 'string') {
    const finishReason = { unified: 'stop', raw: 'stop' } as const;
    return { content: [{ type: 'text', text: answer }], finishReason, usage, warnings: [] };
  }
  const toolCallId = `call_${String(number)}`;
  const call = { type: 'tool-call', toolCallId, toolName: answer.tool, input: JSON.stringify(answer.args) } as const;
  return { content: [call], finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage, warnings: [] };
}
