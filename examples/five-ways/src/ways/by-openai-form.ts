import { openAiChat } from '@haft/providers/openai';
import type { ModelCall, Reading } from '../conversation.js';
import { createLibrary } from '../create-runtime.js';

/** Uses the raw form of OpenAI's Chat Completions, which many servers support. It needs no SDK. */
export async function byOpenAiForm(calls: readonly ModelCall[], reader: string): Promise<readonly Reading[]> {
  const replies = calls.map(replyThatCalls);
  const readings: Reading[] = [];
  // #region openai
  const openai = openAiChat();
  await using run = createLibrary().startRun({ deps: { reader }, target: openai.target });
  const tools = openai.tools(await run.definitions());
  const messages: object[] = [
    { role: 'system', content: `You lend books.\n\n${await run.instructions()}` },
    { role: 'user', content: 'Lend me Moby-Dick.' },
  ];
  for (const reply of replies) {
    const turn = openai.read(reply); // the answer of `POST /v1/chat/completions` to { model, messages, tools }
    const results = openai.results(turn.calls, await run.callAll(turn.calls));
    messages.push(...turn.history, ...results);
    // #endregion openai
    for (const { content } of results) readings.push({ text: textOf(content) });
  }
  if (tools.some((tool) => !tool.function.strict)) throw new Error('A tool is not sent in strict mode.');
  return readings;
}

function replyThatCalls({ id, name, arguments: args }: ModelCall) {
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(args) } } as const;
  const message = { role: 'assistant', content: null, tool_calls: [call] } as const;
  return { choices: [{ message, finish_reason: 'tool_calls' }] };
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
