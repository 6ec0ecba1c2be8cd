import { Command, MemorySaver } from '@langchain/langgraph';
import { createRuntime, decision } from '@haft/runtime';
import { generateText, isStepCount, tool } from 'ai';
import {
  AIMessage,
  createAgent,
  fakeModel as langChainModel,
  humanInTheLoopMiddleware as humanInTheLoop,
  tool as langChainTool,
  type AgentMiddleware,
  type ToolRuntime,
} from 'langchain';
import { z } from 'zod';
import { DeskToolset } from '../../../../docs/migrate/desk/desk.toolset.js';
import { reflect } from '../../../runtime/test/support/reflect.js';
import { toAiSdk } from '../../src/ai-sdk.js';
import { toLangChain } from '../../src/langchain.js';
import { fakeModel } from '../support/ai-sdk-model.js';

/*
 * The tools of docs/migrate that read a context and ask for approvals, before and after. Both sides
 * pause at the same call, and give the same text.
 */

/** Its types do not fit the option `exactOptionalPropertyTypes` of this repository. */
const humanInTheLoopMiddleware = humanInTheLoop as unknown as (options: object) => AgentMiddleware;

/** The output of `haft build` for the class. */
const toolsets = reflect(
  DeskToolset,
  { pay: { description: 'Pays a bill.', parameters: { amount: { type: 'number', minimum: 1 }, run: {} } } },
  { prefix: 'desk_' },
);
const runtime = createRuntime({ toolsets });
const stopWhen = isStepCount(3);
const prompt = 'Pay the bill.';

describe('a tool of the AI SDK', () => {
  const calls = () => fakeModel([['c1', 'desk_pay', '{"amount":5}']], [['c2', 'desk_pay', '{"amount":500}']]);

  it('before', async () => {
    const model = calls();
    // #region ai-sdk-before
    const pay = tool({
      description: 'Pays a bill.',
      inputSchema: z.object({ amount: z.number().min(1) }),
      contextSchema: z.object({ user: z.string() }),
      execute: ({ amount }, { context }) => `${context.user} paid ${amount}`,
    });
    const { content } = await generateText({
      model,
      prompt,
      stopWhen,
      tools: { desk_pay: pay },
      toolsContext: { desk_pay: { user: 'ada' } },
      toolApproval: { desk_pay: ({ amount }) => (amount > 100 ? 'user-approval' : undefined) },
    });
    // #endregion ai-sdk-before
    expect(content.map(({ type }) => type)).toContain('tool-approval-request');
    expect(JSON.stringify(model.doGenerateCalls[1])).toContain('ada paid 5');
  });

  it('after', async () => {
    const model = calls();
    // #region ai-sdk-after
    const run = runtime.startRun({ deps: { user: 'ada' } });
    const { content } = await generateText({ model, prompt, stopWhen, ...(await toAiSdk(run)) });
    // #endregion ai-sdk-after
    expect(content.map(({ type }) => type)).toContain('tool-approval-request');
    expect(JSON.stringify(model.doGenerateCalls[1])).toContain('ada paid 5');
  });
});

describe('a tool of LangChain', () => {
  const calls = () =>
    langChainModel()
      .respondWithTools([{ id: 'c1', name: 'desk_pay', args: { amount: 500 } }])
      .respond(new AIMessage('Paid.'));
  const config = { configurable: { thread_id: 'conversation-7' } };
  const input = { messages: prompt };

  it('before', async () => {
    const model = calls();
    // #region langchain-before
    const pay = langChainTool(
      ({ amount }, runtime: ToolRuntime<unknown, { user: string }>) => `${runtime.context.user} paid ${amount}`,
      { name: 'desk_pay', description: 'Pays a bill.', schema: z.object({ amount: z.number().min(1) }) },
    );
    const agent = createAgent({
      model,
      tools: [pay],
      contextSchema: z.object({ user: z.string() }),
      checkpointer: new MemorySaver(),
      middleware: [humanInTheLoopMiddleware({ interruptOn: { desk_pay: true } })],
    });
    const context = { user: 'ada' };
    await agent.invoke(input, { ...config, context }); // ends with an interrupt
    const resume = { decisions: [{ type: 'approve' }] };
    const { messages } = await agent.invoke(new Command({ resume }), { ...config, context });
    // #endregion langchain-before
    expect(messages.map(({ text }) => text)).toContain('ada paid 500');
  });

  it('after', async () => {
    const model = calls();
    // #region langchain-after
    const run = runtime.startRun({ deps: { user: 'ada' } });
    const agent = createAgent({ model, tools: await toLangChain(run), checkpointer: new MemorySaver() });
    await agent.invoke(input, config); // ends with an interrupt
    const { messages } = await agent.invoke(new Command({ resume: decision.approve() }), config);
    // #endregion langchain-after
    expect(messages.map(({ text }) => text)).toContain('ada paid 500');
  });
});
