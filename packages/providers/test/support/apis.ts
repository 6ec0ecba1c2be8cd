import type { ToolDefinition, ToolOutcome } from '@haft/core';
import type { Run } from '@haft/runtime';
import type { Target } from '@haft/schema/dialects';
import { fakeAnthropic } from '../anthropic/fake-anthropic.js';
import { fakeBedrock } from '../bedrock/fake-bedrock.js';
import { fakeGemini } from '../gemini/fake-gemini.js';
import { fakeChat } from '../openai-chat/fake-chat.js';
import { fakeResponses } from '../openai-responses/fake-responses.js';
import { anthropicMessages, type IdentifiedCall, type ModelTurn, type TurnStream } from '../../src/anthropic.js';
import { bedrockConverse } from '../../src/bedrock.js';
import { gemini } from '../../src/gemini.js';
import { openAiChat, openAiResponses } from '../../src/openai.js';
import type { Body, FakeProvider } from './fake-api.js';

/** The common part of all wire formats. */
export interface AnyApi {
  readonly target: Target;
  tools(definitions: readonly ToolDefinition[]): readonly unknown[];
  toolsOf(run: Pick<Run, 'definitions' | 'target'>): Promise<readonly unknown[]>;
  read(reply: unknown): ModelTurn<unknown>;
  stream(): TurnStream<unknown, unknown>;
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): readonly unknown[];
}

/** A wire format, the fake of its provider, and how a request repeats a conversation. */
export interface ApiCase {
  readonly name: string;
  readonly make: () => AnyApi;
  readonly fake: FakeProvider;
  readonly requestOf: (history: readonly unknown[], tools: readonly unknown[]) => Body;
}

/** The message of the user, in each form. */
const ASKED = 'How many notes?';
const asMessages = { role: 'user', content: ASKED };

export const APIS: readonly ApiCase[] = [
  {
    name: 'OpenAI Chat Completions',
    make: () => openAiChat() as unknown as AnyApi,
    fake: fakeChat,
    requestOf: (history, tools) => ({ messages: [asMessages, ...history], tools }),
  },
  {
    name: 'OpenAI Responses',
    make: () => openAiResponses() as unknown as AnyApi,
    fake: fakeResponses,
    requestOf: (history, tools) => ({ input: [asMessages, ...history], tools }),
  },
  {
    name: 'Anthropic Messages',
    make: () => anthropicMessages() as unknown as AnyApi,
    fake: fakeAnthropic,
    requestOf: (history, tools) => ({ messages: [asMessages, ...history], tools }),
  },
  {
    name: 'Gemini',
    make: () => gemini() as unknown as AnyApi,
    fake: fakeGemini,
    requestOf: (history, tools) => ({ contents: [{ role: 'user', parts: [{ text: ASKED }] }, ...history], tools }),
  },
  {
    name: 'Bedrock Converse',
    make: () => bedrockConverse() as unknown as AnyApi,
    fake: fakeBedrock,
    requestOf: (history, tools) => ({
      messages: [{ role: 'user', content: [{ text: ASKED }] }, ...history],
      toolConfig: { tools },
    }),
  },
];
