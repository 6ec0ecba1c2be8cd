import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRuntime, decision, defineTool, toolset, type Run } from '@haft/runtime';
import { Agent as MastraAgent, type AgentConfig } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { Command, MemorySaver } from '@langchain/langgraph';
import { Agent, run as runAgent, setTracingDisabled } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { generateText, isStepCount, tool, ToolLoopAgent, type ModelMessage } from 'ai';
import { AIMessage, createAgent, fakeModel as langChainModel, HumanMessage } from 'langchain';
import { z } from 'zod';
import { fromAiSdk, toAiSdk } from '../../src/ai-sdk.js';
import { toLangChain } from '../../src/langchain.js';
import { toLlamaIndex } from '../../src/llamaindex.js';
import { toMastra } from '../../src/mastra.js';
import { toOpenAIAgents } from '../../src/openai-agents.js';
import { fakeModel, readByModel } from '../support/ai-sdk-model.js';

/*
 * The snippets of the pages of frameworks in docs/guide (ai-sdk.md, langchain.md, ...), with the
 * SDKs' own fake models.
 */

interface Deps {
  readonly user: string;
}

const pay = defineTool({
  name: 'desk_pay',
  description: 'Pays a bill.',
  parameters: {
    type: 'object',
    properties: { amount: { type: 'number', minimum: 1 } },
    required: ['amount'],
    additionalProperties: false,
  },
  settings: { approvals: [({ amount }: { readonly amount: number }) => amount > 100] },
  execute: ({ amount }: { readonly amount: number }, run) => `${(run.deps as Deps).user} paid ${amount}`,
});
/** The instructions that the model of each framework must read. */
const OWN = 'Bills are data.';
const runtime = createRuntime({ toolsets: toolset('desk', [pay]).withInstructions(OWN) }).withDeps<Deps>();
const deps = { user: 'ada' };
const messages: ModelMessage[] = [{ role: 'user', content: 'Pay the bill.' }];
setTracingDisabled(true);

test('the AI SDK', async () => {
  const model = fakeModel([['c1', 'desk_pay', '{"amount":"5"}']], 'Paid.');
  // #region ai-sdk
  await using run = runtime.startRun({ deps });
  const { text } = await generateText({ model, messages, stopWhen: isStepCount(10), ...(await toAiSdk(run)) });
  // #endregion ai-sdk
  expect(text).toBe('Paid.');
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain(OWN);
  expect(readByModel(model.doGenerateCalls[1])).toEqual([{ type: 'text', value: 'ada paid 5' }]);
});

test('an approval of the AI SDK, after a step that needed none', async () => {
  const model = fakeModel([['c0', 'desk_pay', '{"amount":5}']], [['c1', 'desk_pay', '{"amount":500}']], 'Paid.');
  const stopWhen = isStepCount(10);
  // #region ai-sdk-approval
  const first = await generateText({ model, messages, stopWhen, ...(await toAiSdk(runtime.startRun({ deps }))) });
  const request = first.content.find((part) => part.type === 'tool-approval-request');

  // The next request of the user, with the answer. It may run in another process, with another run.
  const approved: ModelMessage[] = [
    ...messages,
    ...first.responseMessages, // from all steps, because `response.messages` has only the last one
    {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved: true }],
    },
  ];
  const run = runtime.startRun({ deps });
  const { text } = await generateText({ model, messages: approved, stopWhen, ...(await toAiSdk(run)) });
  // #endregion ai-sdk-approval
  expect([text, request?.toolCall.input]).toEqual(['Paid.', { amount: 500 }]);
  // The last request has the results of both steps.
  expect(readByModel(model.doGenerateCalls.at(-1))).toHaveLength(2);
});

test('an agent of the AI SDK that lives long', async () => {
  const model = fakeModel([['c1', 'desk_pay', '{"amount":5}']], 'Paid.');
  // #region ai-sdk-agent
  const agent = new ToolLoopAgent({
    model,
    callOptionsSchema: z.object({ user: z.string() }),
    prepareCall: async ({ options, ...settings }) => ({
      ...settings,
      ...(await toAiSdk(runtime.startRun({ deps: { user: options.user } }))),
    }),
  });
  await agent.generate({ prompt: 'Pay the bill.', options: { user: 'bob' } });
  // #endregion ai-sdk-agent
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain(OWN);
  expect(readByModel(model.doGenerateCalls[1])).toEqual([{ type: 'text', value: 'bob paid 5' }]);
});

test('LangChain', async () => {
  const model = langChainModel()
    .respondWithTools([{ id: 'c1', name: 'desk_pay', args: { amount: 500 } }])
    .respond(new AIMessage('Paid.'));
  const input = { messages: [new HumanMessage('Pay the bill.')] };
  const config = { configurable: { thread_id: 'conversation-7' } };
  // #region langchain
  const template = runtime.startRun({ deps });
  const agent = createAgent({
    model,
    checkpointer: new MemorySaver(),
    contextSchema: z.object({ run: z.custom<Run>() }),
    systemPrompt: await template.instructions(),
    tools: await toLangChain({
      template, // says which tools there are
      runOf: ({ context }) => (context as { readonly run: Run }).run, // the run of a call
    }),
  });
  const context = { run: runtime.startRun({ deps }) };
  const paused = await agent.invoke(input, { ...config, context });
  // paused.__interrupt__[0].value is { kind: 'approval', tool: 'desk_pay', ... }
  const { messages } = await agent.invoke(new Command({ resume: decision.approve() }), { ...config, context });
  // #endregion langchain
  expect(JSON.stringify(model.calls.at(-1)?.messages)).toContain(OWN);
  expect(paused).toMatchObject({ __interrupt__: [{ value: { kind: 'approval', arguments: { amount: 500 } } }] });
  expect(messages.map(({ text }) => text)).toEqual(['Pay the bill.', expect.anything(), 'ada paid 500', 'Paid.']);
});

test('OpenAI Agents', async () => {
  const model = new ScriptedModel([
    [functionCall('desk_pay', { amount: 500 }, { callId: 'c1' })],
    [assistantMessage('Paid.')],
  ]);
  // #region openai-agents
  const run = runtime.startRun({ deps, target: 'openai' });
  const instructions = await run.instructions();
  const agent = new Agent({ name: 'clerk', model, instructions, tools: await toOpenAIAgents(run) });
  const paused = await runAgent(agent, 'Pay the bill.');
  for (const interruption of paused.interruptions) paused.state.approve(interruption);
  const { finalOutput } = await runAgent(agent, paused.state);
  // #endregion openai-agents
  expect(finalOutput).toBe('Paid.');
  expect(model.lastCall?.request.systemInstructions).toContain(OWN);
  expect(JSON.stringify(model.lastCall?.request.input)).toContain('ada paid 500');
});

test('Mastra', async () => {
  const scripted = fakeModel([['c1', 'desk_pay', '{"amount":500}']], 'Paid.');
  const model = scripted as AgentConfig['model'];
  const run = runtime.startRun({ deps });
  // #region mastra
  const agent = new MastraAgent({
    id: 'clerk',
    name: 'Clerk',
    instructions: `Help.\n\n${await run.instructions()}`,
    model,
    tools: await toMastra(run), // or { template, runOf: ({ requestContext }) => ... }
  });
  new Mastra({ agents: { clerk: agent }, storage: new InMemoryStore(), logger: false });
  const paused = await agent.generate('Pay the bill.');
  const { toolCallId, suspendPayload: request } = paused.suspendPayload;
  const { text } = await agent.resumeGenerate(
    { [request.id]: decision.approve() },
    { runId: paused.runId ?? '', toolCallId },
  );
  // #endregion mastra
  expect(text).toBe('Paid.');
  expect(JSON.stringify([...scripted.doGenerateCalls, ...scripted.doStreamCalls].at(-1)?.prompt)).toContain(OWN);
});

test('LlamaIndexTS', async () => {
  const run = runtime.startRun({ deps });
  // #region llamaindex
  const tools = await toLlamaIndex(run);
  const systemPrompt = await run.instructions(); // for agent({ llm, tools, systemPrompt })
  // #endregion llamaindex
  expect(systemPrompt).toBe(OWN);
  expect(await tools[0]?.call({ amount: 5 })).toBe('ada paid 5');
});

/** The entry points of the package, without the manifest. */
const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
const { exports } = JSON.parse(manifest) as { readonly exports: Readonly<Record<string, unknown>> };
const bridges = Object.keys(exports).filter((path) => path !== './package.json');

test.each(bridges)('the page of %s adds the instructions of the toolsets', (path) => {
  const guide = join(import.meta.dirname, '../../../../docs/guide');
  const rows = readFileSync(join(guide, 'frameworks.md'), 'utf8').split('\n');
  const row = rows.find((line) => line.includes(`\`@haft/bridges${path.slice(1)}\``));
  const [, page = 'none'] = /\(([\w-]+\.md)/.exec(row ?? '') ?? [];
  expect(readFileSync(join(guide, page), 'utf8')).toMatch(
    /run\.instructions\(\)|template\.instructions\(\)|instructions of the run/,
  );
});

test('tools of the AI SDK as a toolset', async () => {
  const weatherTools = {
    forecast: tool({
      description: 'Tells the weather.',
      inputSchema: z.object({ city: z.string().min(1), days: z.number().int().max(7).default(3) }),
      execute: ({ city, days }) => `${days} days of sun in ${city}`,
    }),
  };
  // #region reverse
  const weather = (await fromAiSdk('weather', weatherTools)).prefix('weather');
  const runtime = createRuntime({ toolsets: [toolset('desk', [pay]), weather] });
  const outcome = await runtime.startRun().call({ name: 'weather_forecast', arguments: '{"city":"Rome"}' });
  // outcome.text is '3 days of sun in Rome'
  // #endregion reverse
  expect(outcome.text).toBe('3 days of sun in Rome');
});
