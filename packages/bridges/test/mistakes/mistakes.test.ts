import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { jsonSchema, tool as aiSdkTool } from 'ai';
import { fromAiSdk, toAiSdk } from '../../src/ai-sdk.js';
import { fromLangChain, toLangChain } from '../../src/langchain.js';
import { toLlamaIndex } from '../../src/llamaindex.js';
import { fromMastra, toMastra } from '../../src/mastra.js';
import { toOpenAIAgents } from '../../src/openai-agents.js';
import { textOfMistake } from '../../../core/test/support/text-of-mistake.js';

/*
 * Mistakes of people who are new to the bridges, as JavaScript users can make them, with the whole
 * message. None is silent, none blames the model, and each says what to do.
 */

const any = (value: unknown): never => value as never;
const NOTHING = { type: 'object', properties: {} } as const;
const haftTool = defineTool({ name: 'find', description: 'Finds.', parameters: NOTHING, execute: () => 'found' });
const runtime = () => createRuntime({ toolsets: toolset('desk', [haftTool]) });
const run = () => runtime().startRun();
const vercel = aiSdkTool({ description: 'Finds.', inputSchema: jsonSchema(NOTHING), execute: () => 'found' });
const chain = new DynamicStructuredTool({ name: 'find', description: 'Finds.', schema: NOTHING, func: () => any('x') });
const ended = async () => {
  const one = run();
  await one.end();
  return one;
};
const called = async (runOf: () => unknown) => {
  const [one] = await toLangChain(any({ template: run(), runOf }));
  return one?.invoke(any({}));
};

type Mistake = readonly [what: string, make: () => unknown];
const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  'AI SDK': [
    ['toAiSdk of nothing', () => toAiSdk(any(undefined))],
    ['toAiSdk of the runtime', () => toAiSdk(any(runtime()))],
    ['toAiSdk of a run that has ended', async () => toAiSdk(await ended())],
    ['toAiSdk with a text as options', () => toAiSdk(run(), any('chat-1'))],
    ['toAiSdk with a number as the chat', () => toAiSdk(run(), any({ chatId: 5 }))],
    ['fromAiSdk without a name', () => fromAiSdk(any({ find: vercel }), any(undefined))],
    ['fromAiSdk of a list', () => fromAiSdk('desk', any([vercel]))],
    ['fromAiSdk of one tool', () => fromAiSdk('desk', any(vercel))],
    ['fromAiSdk of a tool of Haft', () => fromAiSdk('desk', any({ find: haftTool }))],
    ['fromAiSdk of undefined', () => fromAiSdk('desk', any({ find: undefined }))],
    ['fromAiSdk of a tool without a schema', () => fromAiSdk('desk', any({ find: { description: 'Finds.' } }))],
    ['fromAiSdk with an object as context', () => fromAiSdk('desk', { find: vercel }, any({ context: {} }))],
  ],
  LangChain: [
    ['toLangChain of nothing', () => toLangChain(any(undefined))],
    ['toLangChain of the runtime', () => toLangChain(any(runtime()))],
    ['toLangChain of a source without a template', () => toLangChain(any({ runOf: run }))],
    ['toLangChain of a source whose runOf is a run', () => toLangChain(any({ template: run(), runOf: run() }))],
    ['runOf that finds no run', () => called(() => undefined)],
    ['runOf that gives the runtime', () => called(runtime)],
    ['runOf that gives a promise', () => called(async () => run())],
    ['fromLangChain of an object', () => fromLangChain('desk', any({ find: chain }))],
    ['fromLangChain of one tool', () => fromLangChain('desk', any(chain))],
    ['fromLangChain of a tool of Haft', () => fromLangChain('desk', any([haftTool]))],
    ['fromLangChain without a name', () => fromLangChain(any([chain]), any(undefined))],
    ['fromLangChain with an object as config', () => fromLangChain('desk', [chain], any({ config: {} }))],
  ],
  'Mastra, OpenAI Agents and LlamaIndexTS': [
    ['toMastra of the runtime', () => toMastra(any(runtime()))],
    ['fromMastra of a list', () => fromMastra('desk', any([{ description: 'Finds.' }]))],
    ['fromMastra of undefined', () => fromMastra('desk', any({ find: undefined }))],
    ['fromMastra of a function', () => fromMastra('desk', any({ find: () => 'found' }))],
    [
      'fromMastra with an object as requestContext',
      () => fromMastra('desk', { find: { description: 'Finds.' } }, any({ requestContext: {} })),
    ],
    ['toOpenAIAgents of the runtime', () => toOpenAIAgents(any(runtime()))],
    ['toOpenAIAgents of a list', () => toOpenAIAgents(any([run()]))],
    ['toLlamaIndex of the runtime', () => toLlamaIndex(any(runtime()))],
    ['toLlamaIndex of a promise', () => toLlamaIndex(any(Promise.resolve(run())))],
  ],
};

describe.each(Object.entries(MISTAKES))('%s', (_area, mistakes) => {
  it.each(mistakes)('%s', async (_what, make) => {
    expect(await textOfMistake(make)).toMatchSnapshot();
  });
});
