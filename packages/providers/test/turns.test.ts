import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { MemoryCallLedger } from '@haft/durable';
import { APIS } from './support/apis.js';

const LONG = 'reply_0123456789abcdef';

/** A whole reply with two calls, of which a server gives the id `call_0` or none. */
type ReplyOf = (id: string, callId?: string) => unknown;

/** Replies and streams of each API. */
const REPLIES: Readonly<Record<string, { readonly reply: ReplyOf; readonly events?: (id: string) => unknown[] }>> = {
  'OpenAI Chat Completions': {
    reply: (id, callId) => ({
      id,
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: callId, type: 'function', function: { name: 'pay', arguments: '{}' } }],
          },
        },
      ],
    }),
    events: (id) => [
      {
        id,
        choices: [
          { index: 0, delta: { tool_calls: [{ index: 0, id: 'call_0', function: { name: 'pay', arguments: '{}' } }] } },
        ],
      },
      { id, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    ],
  },
  'OpenAI Responses': {
    reply: (id, callId) => ({
      id,
      status: 'completed',
      output: [{ type: 'function_call', call_id: callId, name: 'pay', arguments: '{}' }],
    }),
    events: (id) => [
      { type: 'response.created', response: { id, output: [] } },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { type: 'function_call', id: 'fc_1', call_id: 'call_0', name: 'pay', arguments: '{}' },
      },
    ],
  },
  'Anthropic Messages': {
    reply: (id, callId) => ({
      id,
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id: callId, name: 'pay', input: {} }],
    }),
    events: (id) => [
      { type: 'message_start', message: { id, content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'call_0', name: 'pay' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    ],
  },
  Gemini: {
    reply: (responseId, id) => ({
      responseId,
      candidates: [{ finishReason: 'STOP', content: { parts: [{ functionCall: { id, name: 'pay', args: {} } }] } }],
    }),
    events: (responseId) => [
      { responseId, candidates: [{ content: { parts: [{ functionCall: { id: 'call_0', name: 'pay', args: {} } }] } }] },
      { responseId, candidates: [{ finishReason: 'STOP' }] },
    ],
  },
  'Bedrock Converse': {
    reply: (requestId, toolUseId) => ({
      $metadata: { requestId },
      stopReason: 'tool_use',
      output: { message: { role: 'assistant', content: [{ toolUse: { toolUseId, name: 'pay', input: {} } }] } },
    }),
  },
};

describe.each(APIS.filter(({ name }) => name in REPLIES).map((one) => [one.name, one.make()] as const))(
  '%s',
  (name, api) => {
    const { reply, events } = REPLIES[name] as (typeof REPLIES)[string];

    it('gives each call the id of its reply as its turn', () => {
      expect(api.read(reply(LONG, 'call_0')).calls).toMatchObject([{ id: 'call_0', turn: LONG }]);
    });

    it('knows no turn for a short id, which may come again', () => {
      expect(api.read(reply('chatcmpl-17', 'call_0')).calls[0]).not.toHaveProperty('turn');
    });

    it('gives a call without an id the same id whenever its reply is read', () => {
      const idOf = (id: string): unknown => api.read(reply(id)).calls[0]?.id;
      expect(idOf(LONG)).toBe(idOf(LONG));
      expect(idOf(LONG)).not.toBe(idOf(`${LONG}1`));
    });

    (events === undefined ? it.skip : it)('gives the calls of a stream their turn', () => {
      const stream = api.stream();
      for (const event of events?.(LONG) ?? []) stream.push(event as never);
      expect(stream.end().calls).toMatchObject([{ id: 'call_0', turn: LONG }]);
    });

    it('executes the calls of a reply that is read and made again once, and those of the next reply', async () => {
      const paid: string[] = [];
      const parameters = { type: 'object', properties: {}, additionalProperties: false } as const;
      const pay = defineTool({
        ...{ name: 'pay', description: 'Pays.', parameters, settings: { effect: {} } },
        execute: (_args: object, run) => void paid.push(run.idempotencyKey),
      });
      const runtime = createRuntime({
        toolsets: toolset('bank', [pay]),
        durability: { ledger: new MemoryCallLedger() },
      });
      const make = async (id: string) =>
        runtime.startRun({ id: 'chat-1' }).callAll(api.read(reply(id, 'call_0')).calls);
      await make(LONG);
      const [again] = await make(LONG);
      const [next] = await make(`${LONG}1`);
      expect([again?.replayed, next?.replayed]).toEqual([true, undefined]);
      expect(again?.text).not.toContain('made before');
      expect(new Set(paid).size).toBe(2);
      expect(paid).toHaveLength(2);
    });
  },
);
