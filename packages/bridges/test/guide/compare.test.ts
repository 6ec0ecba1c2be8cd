import { Agent as MastraAgent, type AgentConfig } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { generateText, isStepCount, tool, type ToolSet } from 'ai';
import { createAgent, AIMessage, fakeModel as langChainModel, tool as langChainTool } from 'langchain';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { z } from 'zod';
import { TodoStore } from '../../../../docs/guide/readme/src/todo.store.js';
import { fakeModel, readByModel } from '../support/ai-sdk-model.js';

/*
 * The code of other libraries in docs/compare.md and docs/migrate, with the fake models of these
 * libraries: what a model reads after a wrong call, and after an exception.
 */

const store = new TodoStore();
const WRONG = { text: 'Oil', priority: 'urgent' };
const SECRET = 'connect ECONNREFUSED db.internal:5432';
const fail = (): string => {
  throw new Error(SECRET);
};
const empty = z.object({});

describe('the AI SDK', () => {
  // #region ai-sdk
  const todoAdd = tool({
    description: 'Adds a task.',
    inputSchema: z.object({
      text: z.string().max(200).describe('The task, in a few words.'),
      priority: z.enum(['low', 'normal', 'high']).default('normal').describe('How urgent it is.'),
    }),
    execute: ({ text, priority }) => store.add(text, priority),
  });
  const tools = { todo_add: todoAdd };
  // #endregion ai-sdk

  it('writes the issues of zod as JSON', async () => {
    expect(await afterCall(tools, WRONG)).toContain('Invalid option: expected one of');
    expect(await afterCall(tools, WRONG)).toContain('AI_InvalidToolInputError');
  });

  it('shows the message of an exception to the model', async () => {
    const failing = tool({ description: 'Fails.', inputSchema: empty, execute: fail });
    expect(await afterCall({ todo_add: failing }, {})).toContain(SECRET);
  });

  it('repairs no JSON by itself', async () => {
    expect(await afterCall(tools, "{text: 'Oil',}")).toContain('JSON parsing failed');
  });

  async function afterCall(some: ToolSet, args: object | string): Promise<string> {
    const model = fakeModel([['c1', 'todo_add', typeof args === 'string' ? args : JSON.stringify(args)]], 'Done.');
    await generateText({ model, prompt: 'Oil.', stopWhen: isStepCount(3), tools: some });
    return JSON.stringify(readByModel(model.doGenerateCalls[1]));
  }
});

describe('LangChain', () => {
  // #region langchain
  const todoAdd = langChainTool(({ text, priority }) => store.add(text, priority), {
    name: 'todo_add',
    description: 'Adds a task.',
    schema: z.object({
      text: z.string().max(200).describe('The task, in a few words.'),
      priority: z.enum(['low', 'normal', 'high']).default('normal').describe('How urgent it is.'),
    }),
  });
  // #endregion langchain

  it('writes the issues of zod, with the stack', async () => {
    const text = await afterCall(todoAdd, WRONG);
    expect(text).toContain('Invalid option: expected one of');
    expect(text).toContain('at DynamicStructuredTool.call (/');
  });

  it('shows the message of an exception to the model', async () => {
    const failing = langChainTool(fail, { name: 'todo_add', description: 'Fails.', schema: empty });
    expect(await afterCall(failing, {})).toContain(SECRET);
  });

  async function afterCall(one: StructuredToolInterface, args: Record<string, unknown>): Promise<string> {
    const call = { id: 'c1', name: 'todo_add', args };
    const model = langChainModel().respondWithTools([call]).respond(new AIMessage('Done.'));
    const { messages } = await createAgent({ model, tools: [one] }).invoke({ messages: 'Oil.' });
    return messages.map(({ text }) => text).join('\n');
  }
});

describe('Mastra', () => {
  // #region mastra
  const todoAdd = createTool({
    id: 'todo_add',
    description: 'Adds a task.',
    inputSchema: z.object({
      text: z.string().max(200).describe('The task, in a few words.'),
      priority: z.enum(['low', 'normal', 'high']).default('normal').describe('How urgent it is.'),
    }),
    execute: async ({ text, priority }) => store.add(text, priority),
  });
  // #endregion mastra

  it('writes the issues of zod as a text', async () => {
    expect(await afterCall(todoAdd, WRONG)).toContain('- priority: Invalid option: expected one of');
  });

  it('shows the message of an exception to the model', async () => {
    const failing = createTool({
      id: 'todo_add',
      description: 'Fails.',
      inputSchema: empty,
      execute: async () => fail(),
    });
    expect(await afterCall(failing, {})).toContain(SECRET);
  });

  it('repairs JSON', async () => {
    expect(await afterCall(todoAdd, "{text: 'Oil',}")).toContain('"priority":"normal"');
  });

  async function afterCall(one: unknown, args: object | string): Promise<string> {
    const model = fakeModel([['c1', 'todo_add', typeof args === 'string' ? args : JSON.stringify(args)]], 'Done.');
    const tools = { todo_add: one };
    const settings = { id: 'clerk', name: 'Clerk', instructions: 'Help.', model: model as AgentConfig['model'], tools };
    await new MastraAgent(settings as AgentConfig).generate('Oil.');
    return JSON.stringify(readByModel(model.doGenerateCalls[1]));
  }
});
