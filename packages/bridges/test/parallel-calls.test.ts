import { Agent as MastraAgent, type AgentConfig } from '@mastra/core/agent';
import { Agent, Runner } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { generateText, isStepCount } from 'ai';
import { AIMessage, createAgent, fakeModel as langChainModel, HumanMessage } from 'langchain';
import { toAiSdk } from '../src/ai-sdk.js';
import { toLangChain } from '../src/langchain.js';
import { toMastra } from '../src/mastra.js';
import { toOpenAIAgents } from '../src/openai-agents.js';
import { fakeModel } from './support/ai-sdk-model.js';
import { deskRuntime } from './support/desk.js';

/*
 * A model that makes four wrong calls in one message was wrong once: three of them would use the
 * budget up otherwise.
 */

const ids = ['c1', 'c2', 'c3', 'c4'];
const turn = ids.map((id) => [id, 'desk_search', '{}'] as const);

test.each<[string, (run: DeskRun) => Promise<unknown>]>([
  [
    'the AI SDK',
    async (run) =>
      generateText({
        model: fakeModel(turn, 'Done.'),
        prompt: 'Go.',
        stopWhen: isStepCount(3),
        ...(await toAiSdk(run)),
      }),
  ],
  [
    'LangChain',
    async (run) => {
      const calls = ids.map((id) => ({ id, name: 'desk_search', args: {} }));
      const model = langChainModel().respondWithTools(calls).respond(new AIMessage('Done.'));
      return createAgent({ model, tools: await toLangChain(run) }).invoke({ messages: [new HumanMessage('Go.')] });
    },
  ],
  [
    'Mastra',
    async (run) => {
      const { desk_search: search } = await toMastra<object>(run);
      const model = fakeModel(turn, 'Done.') as AgentConfig['model'];
      const facts = { id: 'clerk', name: 'Clerk', instructions: 'Help.' };
      return new MastraAgent({ ...facts, model, tools: { desk_search: search as never } }).generate('Go.');
    },
  ],
  [
    'OpenAI Agents',
    async (run) => {
      const calls = ids.map((callId) => functionCall('desk_search', {}, { callId }));
      const model = new ScriptedModel([calls, [assistantMessage('Done.')]]);
      const agent = new Agent({ name: 'clerk', model, tools: await toOpenAIAgents(run) });
      return new Runner({ tracingDisabled: true }).run(agent, 'Go.');
    },
  ],
])('wrong calls of one message spend the retry budget once: %s', async (_name, converse) => {
  const types: string[] = [];
  const run = deskRuntime().startRun({
    deps: { user: 'ada', log: [] },
    onEvent: ({ type }) => types.push(type),
  });
  await converse(run);
  expect(types).toEqual(Array(4).fill('retry'));
});

type DeskRun = ReturnType<ReturnType<typeof deskRuntime>['startRun']>;
