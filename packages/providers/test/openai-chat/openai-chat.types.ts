import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { expectTypeOf } from 'expect-type';
import type OpenAI from 'openai';
import {
  openAiChat,
  type ChatAssistantMessage,
  type ChatMediaMessage,
  type ChatToolMessage,
} from '../../src/openai.js';

/*
 * The compiler checks that our output fits the requests of the SDK, and that we can read its
 * replies.
 */

type Message = OpenAI.ChatCompletionMessageParam;
declare const client: OpenAI;
declare const definitions: readonly ToolDefinition[];
declare const outcomes: readonly ToolOutcome[];
declare const messages: Message[];
const openai = openAiChat();

expectTypeOf(openai.tools(definitions)).toExtend<OpenAI.ChatCompletionTool[]>();
expectTypeOf(openai.toolChoice('auto')).toExtend<OpenAI.ChatCompletionToolChoiceOption>();
expectTypeOf<ChatToolMessage | ChatMediaMessage>().toExtend<Message>();
expectTypeOf<ChatAssistantMessage>().toExtend<Message>();

async function whole(): Promise<void> {
  const reply = await client.chat.completions.create({ model: 'm', messages, tools: openai.tools(definitions) });
  const turn = openai.read(reply);
  expectTypeOf(turn.history).toEqualTypeOf<OpenAI.ChatCompletionMessage[]>();
  messages.push(...turn.history, ...openai.results(turn.calls, outcomes));
}

async function streamed(): Promise<void> {
  const stream = openai.stream();
  const chunks = await client.chat.completions.create({
    model: 'm',
    messages,
    tools: [...openai.tools(definitions), { type: 'custom', custom: { name: 'sql' } }],
    stream: true,
  });
  for await (const chunk of chunks) stream.push(chunk);
  const turn = stream.end();
  messages.push(...turn.history, ...openai.results(turn.calls, outcomes));
}

void [whole, streamed];
