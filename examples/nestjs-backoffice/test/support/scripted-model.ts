import { MockLanguageModelV4 } from 'ai/test';

type Options = MockLanguageModelV4['doGenerateCalls'][number];
type Result = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/**
 * One answer of the model: calls of tools, or a text, possibly made from the results that it read.
 */
export type Turn = readonly Call[] | string | ((read: readonly string[]) => string);
type Call = readonly [tool: string, args: object];

/** Repeats the last result. */
export const whatItRead: Turn = (read) => read.at(-1) ?? '';

/**
 * A model that answers by a script. It keeps no state: which turn it is, it sees from the
 * conversation, as real ones do.
 */
export class ScriptedModel extends MockLanguageModelV4 {
  script: readonly Turn[] = [];

  constructor() {
    super({ doGenerate: ({ prompt }) => Promise.resolve(this.answer(prompt)) });
  }

  private answer(prompt: Options['prompt']): Result {
    const index = prompt.filter(({ role }) => role === 'assistant').length;
    const turn = this.script[index] ?? `The script has no turn ${index}.`;
    if (typeof turn === 'string') return result([{ type: 'text', text: turn }], 'stop');
    if (typeof turn === 'function') return result([{ type: 'text', text: turn(textsOf(prompt)) }], 'stop');
    const calls = turn.map(([toolName, args], number) => ({
      type: 'tool-call' as const,
      toolCallId: `call_${index}_${number}`,
      toolName,
      input: JSON.stringify(args),
    }));
    return result(calls, 'tool-calls');
  }
}

function textsOf(prompt: Options['prompt']): string[] {
  return prompt.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? textOf(part.output) : []))
      : [],
  );
}

function textOf(output: { readonly type: string; readonly value?: unknown; readonly reason?: string }): string {
  return String(output.value ?? output.reason);
}

function result(content: Result['content'], unified: Result['finishReason']['unified']): Result {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
}
