import type Anthropic from '@anthropic-ai/sdk';
import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { expectTypeOf } from 'expect-type';
import { anthropicMessages, type AnthropicAssistantMessage, type AnthropicResultMessage } from '../../src/anthropic.js';

/*
 * The compiler checks that our output fits the requests of the SDK, and that we can read its
 * replies.
 */

declare const client: Anthropic;
declare const definitions: readonly ToolDefinition[];
declare const outcomes: readonly ToolOutcome[];
declare const messages: Anthropic.MessageParam[];
const anthropic = anthropicMessages();
const request = { model: 'm', max_tokens: 1000, messages };

expectTypeOf(anthropic.toolChoice('auto')).toExtend<Anthropic.ToolChoice>();
expectTypeOf(anthropic.tools(definitions)).toExtend<Anthropic.ToolUnion[]>();
expectTypeOf<AnthropicResultMessage>().toExtend<Anthropic.MessageParam>();
expectTypeOf<AnthropicAssistantMessage>().toExtend<Anthropic.MessageParam>();

async function whole(): Promise<void> {
  const reply = await client.messages.create({ ...request, tools: anthropic.tools(definitions) });
  const turn = anthropic.read(reply);
  expectTypeOf(turn.history).toEqualTypeOf<AnthropicAssistantMessage<Anthropic.ContentBlock>[]>();
  messages.push(...turn.history, ...anthropic.results(turn.calls, outcomes));
}

async function streamed(): Promise<void> {
  const tools = [...anthropic.tools(definitions), { type: 'web_search_20250305', name: 'web_search' } as const];
  const stream = anthropic.stream();
  for await (const event of await client.messages.create({ ...request, tools, stream: true })) stream.push(event);
  const turn = stream.end();
  messages.push(...turn.history, ...anthropic.results(turn.calls, outcomes));

  const withTheirTools = anthropic.stream<Anthropic.ContentBlock>();
  for await (const event of client.messages.stream({ ...request, tools })) withTheirTools.push(event);
  messages.push(...withTheirTools.end().history);
}

void [whole, streamed];
