import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { expectTypeOf } from 'expect-type';
import type OpenAI from 'openai';
import { openAiResponses, type ResponsesFunctionOutput, type ResponsesOutputItem } from '../../src/openai.js';

/*
 * The compiler checks that our output fits the requests of the SDK, and that we can read its
 * replies.
 */

type InputItem = OpenAI.Responses.ResponseInputItem;
declare const client: OpenAI;
declare const definitions: readonly ToolDefinition[];
declare const outcomes: readonly ToolOutcome[];
declare const input: InputItem[];
const openai = openAiResponses({ namespaces: { files: 'Reads and writes files.' } });

expectTypeOf(openai.toolChoice('auto')).toExtend<
  OpenAI.Responses.ToolChoiceOptions | OpenAI.Responses.ToolChoiceFunction
>();
expectTypeOf(openai.tools(definitions)).toExtend<OpenAI.Responses.Tool[]>();
expectTypeOf<ResponsesFunctionOutput>().toExtend<InputItem>();
expectTypeOf<ResponsesOutputItem>().toExtend<InputItem>();

async function whole(): Promise<void> {
  const reply = await client.responses.create({ model: 'm', input, tools: openai.tools(definitions) });
  const turn = openai.read(reply);
  input.push(...turn.history, ...openai.results(turn.calls, outcomes));
}

async function streamed(): Promise<void> {
  const stream = openai.stream();
  const events = await client.responses.create({
    model: 'm',
    input,
    tools: [...openai.tools(definitions), { type: 'web_search' }],
    stream: true,
  });
  for await (const event of events) stream.push(event);
  const turn = stream.end();
  input.push(...turn.history, ...openai.results(turn.calls, outcomes));
}

void [whole, streamed];
