import type { Content, GoogleGenAI, Part, ToolConfig, ToolListUnion } from '@google/genai';
import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { expectTypeOf } from 'expect-type';
import { gemini, type GeminiModelContent, type GeminiResultContent } from '../../src/gemini.js';

/*
 * The compiler checks that our output fits the requests of the SDK, and that we can read its
 * replies.
 */

declare const client: GoogleGenAI;
declare const definitions: readonly ToolDefinition[];
declare const outcomes: readonly ToolOutcome[];
declare const contents: Content[];
const google = gemini({ schemas: 'parameters' });

expectTypeOf(google.toolChoice('auto')).toExtend<ToolConfig>();
expectTypeOf(google.tools(definitions)).toExtend<ToolListUnion>();
expectTypeOf<GeminiResultContent>().toExtend<Content>();
expectTypeOf<GeminiModelContent>().toExtend<Content>();

async function whole(): Promise<void> {
  const config = { tools: google.tools(definitions) };
  const reply = await client.models.generateContent({ model: 'm', contents, config });
  const turn = google.read(reply);
  expectTypeOf(turn.history).toEqualTypeOf<GeminiModelContent<Part>[]>();
  contents.push(...turn.history, ...google.results(turn.calls, outcomes));
}

async function streamed(): Promise<void> {
  const config = { tools: [...google.tools(definitions), { googleSearch: {} }] };
  const stream = google.stream();
  for await (const chunk of await client.models.generateContentStream({ model: 'm', contents, config })) {
    stream.push(chunk);
  }
  const turn = stream.end();
  contents.push(...turn.history, ...google.results(turn.calls, outcomes));

  contents.push(...google.stream<Part>().end().history);
}

void [whole, streamed];
