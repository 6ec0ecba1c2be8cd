import {
  ConverseCommand,
  ConverseStreamCommand,
  type BedrockRuntimeClient,
  type ContentBlock,
  type Message,
  type Tool,
  type ToolChoice,
} from '@aws-sdk/client-bedrock-runtime';
import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { expectTypeOf } from 'expect-type';
import { bedrockConverse, type BedrockAssistantMessage, type BedrockResultMessage } from '../../src/bedrock.js';

/*
 * The compiler checks that our output fits the requests of the SDK, and that we can read its
 * replies.
 */

declare const client: BedrockRuntimeClient;
declare const definitions: readonly ToolDefinition[];
declare const outcomes: readonly ToolOutcome[];
declare const messages: Message[];
const bedrock = bedrockConverse();
const toolConfig = { tools: bedrock.tools(definitions) };

expectTypeOf(bedrock.toolChoice('auto')).toExtend<ToolChoice>();
expectTypeOf(bedrock.tools(definitions)).toExtend<Tool[]>();
expectTypeOf<BedrockResultMessage>().toExtend<Message>();
expectTypeOf<BedrockAssistantMessage>().toExtend<Message>();

async function whole(): Promise<void> {
  const turn = bedrock.read(await client.send(new ConverseCommand({ modelId: 'm', messages, toolConfig })));
  expectTypeOf(turn.history).toEqualTypeOf<BedrockAssistantMessage<ContentBlock>[]>();
  messages.push(...turn.history, ...bedrock.results(turn.calls, outcomes));
}

async function streamed(): Promise<void> {
  const { stream: events = [] } = await client.send(new ConverseStreamCommand({ modelId: 'm', messages, toolConfig }));
  const stream = bedrock.stream();
  for await (const event of events) stream.push(event);
  const turn = stream.end();
  messages.push(...turn.history, ...bedrock.results(turn.calls, outcomes));
}

void [whole, streamed];
