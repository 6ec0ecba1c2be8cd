import { deepStrictEqual } from 'node:assert';
import { conversationWith, type ModelCall, type Reading, type Turn } from './conversation.js';
import { byAiSdk } from './ways/by-ai-sdk.js';
import { byCommandLine } from './ways/by-command-line.js';
import { byLangChain } from './ways/by-langchain.js';
import { byMcp } from './ways/by-mcp.js';
import { byOpenAiForm } from './ways/by-openai-form.js';

/*
 * Serves one class in five ways. The same calls go through each of them, and each time the model
 * must read the same texts. The data, the rules, the user and the corrections belong to the class,
 * not to the way.
 */

type Way = (calls: readonly ModelCall[], reader: string) => Promise<readonly Reading[]>;

const WAYS: Readonly<Record<string, Way>> = {
  'AI SDK': byAiSdk,
  LangChain: byLangChain,
  MCP: byMcp,
  'OpenAI form': byOpenAiForm,
  'command line': byCommandLine,
};

const reader = 'ada';
const conversation = conversationWith(reader);
const calls = conversation.map(({ call }) => call);
for (const [name, way] of Object.entries(WAYS)) {
  compare(name, conversation, await way(calls, reader));
  console.log(`✓ ${name.padEnd(12)} ${String(calls.length)} calls, and the model read what it must`);
}

function compare(way: string, turns: readonly Turn[], readings: readonly Reading[]): void {
  for (const [index, { call, reads }] of turns.entries()) {
    const reading = readings[index];
    // A form without a flag for errors says it by the text.
    const expected = reading?.isError === undefined ? { text: reads.text } : reads;
    deepStrictEqual(reading, expected, `${way}, ${call.id} (${call.name})`);
  }
  deepStrictEqual(readings.length, turns.length, `${way}, the number of results`);
}
