import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { Agent, Runner } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { createAgent, fakeModel } from 'langchain';
import { toLangChain } from '../src/langchain.js';
import { toOpenAIAgents } from '../src/openai-agents.js';

/** Two answers of a model whose provider numbers its calls. */
const IDS = ['message_0123456789_a', 'message_0123456789_b'];

/** A server whose requests share a run, since the chat id is its id. */
class Bank {
  readonly keys: string[] = [];
  private readonly ledger = new MemoryCallLedger();
  private readonly runtime = createRuntime({
    durability: { ledger: this.ledger },
    toolsets: toolset('bank', [
      defineTool({
        name: 'pay',
        description: 'Pays.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        settings: { effect: {} },
        execute: (_args: object, run: RunContext) => {
          this.keys.push(run.idempotencyKey);
          return 'paid';
        },
      }),
    ]),
  });

  run() {
    return this.runtime.startRun({ id: 'chat-1' });
  }
}

const BRIDGES: Readonly<Record<string, (bank: Bank, id: string) => Promise<unknown>>> = {
  LangChain: async (bank, id) => {
    const model = fakeModel();
    model.respond(new AIMessage({ id, content: '', tool_calls: [{ id: 'call_0', name: 'pay', args: {} }] }));
    model.respond(new AIMessage('Done.'));
    const agent = createAgent({ model, tools: await toLangChain(bank.run()) });
    const messages: BaseMessage[] = [new HumanMessage('Go.')];
    await agent.invoke({ messages });
    return model.calls.at(-1)?.messages.map(({ content }) => content);
  },
  'OpenAI Agents': async (bank, id) => {
    const call = { ...functionCall('pay', '{}', { callId: 'call_0' }), id };
    const model = new ScriptedModel([[call], [assistantMessage('Done.')]]);
    const agent = new Agent({ name: 'clerk', model, tools: await toOpenAIAgents(bank.run()) });
    await new Runner({ tracingDisabled: true }).run(agent, 'Go.');
    return model.lastCall?.request.input;
  },
};

describe.each(Object.entries(BRIDGES))('%s', (_name, answer) => {
  /** Sends one request for each answer of the model. Returns the results that it reads. */
  async function converse(bank: Bank, ids: readonly string[]): Promise<string> {
    const read: unknown[] = [];
    for (const id of ids) read.push(await answer(bank, id));
    return JSON.stringify(read);
  }

  test('takes the id of the message of the model as the turn of its calls', async () => {
    const bank = new Bank();
    expect(await converse(bank, IDS)).not.toContain('made before');
    expect(bank.keys).toHaveLength(2);
    expect(new Set(bank.keys).size).toBe(2);
  });

  test('does not execute the calls of a message that is replayed', async () => {
    const bank = new Bank();
    await converse(
      bank,
      [0, 0].flatMap(() => IDS.slice(0, 1)),
    );
    expect(bank.keys).toHaveLength(1);
  });

  test('marks the result of an equal call whose message has a short id', async () => {
    const bank = new Bank();
    expect(await converse(bank, ['chatcmpl-1', 'chatcmpl-2'])).toContain('This call was made before');
    expect(bank.keys).toHaveLength(1);
  });
});
