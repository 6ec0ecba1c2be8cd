import { ToolFailed, ToolResult } from '@haft/core';
import { createRuntime, defineTool, toolset, type Run } from '@haft/runtime';
import { Agent as MastraAgent, type AgentConfig } from '@mastra/core/agent';
import { Agent, Runner } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { generateText, isStepCount } from 'ai';
import { AIMessage, createAgent, fakeModel as langChainModel, HumanMessage } from 'langchain';
import { toAiSdk } from '../src/ai-sdk.js';
import { functionsOf } from '../src/functions.js';
import { toLangChain } from '../src/langchain.js';
import { toMastra } from '../src/mastra.js';
import { toOpenAIAgents } from '../src/openai-agents.js';
import { fakeModel } from './support/ai-sdk-model.js';

/* Half of a surrogate pair in a request makes providers reject it, and all requests after it. */

const HALF = '\ud83d';

/** Tools that answer with half of a character in each form. */
const ANSWERS: Readonly<Record<string, () => unknown>> = {
  text: () => `a ${HALF}`,
  value: () => ({ [`name ${HALF}`]: [`b ${HALF}`] }),
  result: () => new ToolResult({ value: { c: HALF }, content: `c ${HALF}` }),
  parts: () => new ToolResult({ value: 1, content: [{ type: 'text', text: `d ${HALF}` }] }),
  failure: () => {
    throw new ToolFailed(`e ${HALF}`);
  },
};
const NAMES = Object.keys(ANSWERS);
const tools = Object.entries(ANSWERS).map(([name, execute]) =>
  defineTool({
    name,
    description: `Answers ${HALF}`,
    parameters: { type: 'object', properties: { word: { type: 'string' } }, additionalProperties: false },
    execute,
  }),
);
const ARGS = JSON.stringify({ word: 'w' });
const turn = NAMES.map((name, index) => [`c${String(index)}`, name, ARGS] as const);

/** Executes one call of each tool, and returns what the next request or the caller gets. */
const BRIDGES: Readonly<Record<string, (run: Run) => Promise<unknown>>> = {
  'the AI SDK': async (run) => {
    const model = fakeModel(turn, 'Done.');
    await generateText({ model, prompt: 'Go.', stopWhen: isStepCount(3), ...(await toAiSdk(run)) });
    return model.doGenerateCalls.at(-1);
  },
  LangChain: async (run) => {
    const model = langChainModel().respondWithTools(
      NAMES.map((name, at) => ({ id: `c${String(at)}`, name, args: {} })),
    );
    model.respond(new AIMessage('Done.'));
    await createAgent({ model, tools: await toLangChain(run) }).invoke({ messages: [new HumanMessage('Go.')] });
    return model.calls.at(-1)?.messages.map(({ content }) => content);
  },
  Mastra: async (run) => {
    const model = fakeModel(turn, 'Done.');
    const facts = { id: 'clerk', name: 'Clerk', instructions: 'Help.', model: model as AgentConfig['model'] };
    await new MastraAgent({ ...facts, tools: (await toMastra<object>(run)) as never }).generate('Go.');
    return [...model.doGenerateCalls, ...model.doStreamCalls].at(-1);
  },
  'OpenAI Agents': async (run) => {
    const calls = NAMES.map((name, at) => functionCall(name, { word: 'w' }, { callId: `c${String(at)}` }));
    const model = new ScriptedModel([calls, [assistantMessage('Done.')]]);
    const agent = new Agent({ name: 'clerk', model, tools: await toOpenAIAgents(run) });
    await new Runner({ tracingDisabled: true }).run(agent, 'Go.');
    return model.lastCall?.request;
  },
  functions: async (run) =>
    Promise.all(
      (await functionsOf(run)).map(async ({ call, ...facts }) => {
        // The outcome is for the host.
        const { outcome: _outcome, ...answer } = await call(ARGS);
        return { ...facts, answer };
      }),
    ),
};

test.each(Object.entries(BRIDGES))('half of a character reaches no request of %s', async (_name, converse) => {
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const run = createRuntime({ toolsets: toolset('desk', tools), observe: { logger } }).startRun() as Run;
  const sent = JSON.stringify(await converse(run));
  for (const letter of ['a', 'b', 'c', 'd', 'e']) expect(sent).toContain(`${letter} \ufffd`);
  expect(sent.match(/\\ud[89a-f][\da-f]{2}/gi)).toBeNull();
});

function ignore(): void {
  // The tests look at requests.
}
