import { chat, toolDefinition, type ModelMessage, type StreamChunk, type TextOptions } from '@tanstack/ai';
import { BaseTextAdapter } from '@tanstack/ai/adapters';
import { functionsOf } from '@haft/bridges/functions';
import type { Run } from '@haft/runtime';
import type { ReadResult, ScriptedCall, Sdk } from '../../test/support/sdk.js';

// #region recipe
async function toTanStackAi(run: Run) {
  return (await functionsOf(run)).map(({ name, description, parameters, mayWaitFor, call }) => {
    // TanStack AI asks about every call of such a tool, and executes approved calls only.
    const needsApproval = mayWaitFor.includes('approval');
    const made = toolDefinition({ name, description, inputSchema: parameters as JsonSchema, needsApproval });
    return made.server(async (args, context) => {
      const { toolCallId: id, abortSignal: signal } = context ?? {};
      const { text, isError, parts } = await call(args, { id, signal, ...(needsApproval && { approved: true }) });
      if (isError) throw new Error(text);
      if (parts.every(({ type }) => type === 'text')) return text;
      return parts.map((part) =>
        'data' in part
          ? { type: part.type, source: { type: 'data', value: part.data, mimeType: part.mediaType } }
          : { type: 'text', content: part.type === 'text' ? part.text : part.uri },
      );
    });
  });
}
// #endregion recipe

type JsonSchema = Extract<Parameters<typeof toolDefinition>[0]['inputSchema'], { readonly $ref?: unknown }>;

class ScriptedAdapter extends BaseTextAdapter<'scripted', object, readonly ['text'], never> {
  readonly name = 'scripted';
  readonly requests: TextOptions<object>[] = [];

  constructor(private readonly turns: readonly (readonly ScriptedCall[])[]) {
    super({}, 'scripted');
  }

  async *chatStream(options: TextOptions<object>): AsyncIterable<StreamChunk> {
    const calls = this.turns[this.requests.length] ?? [];
    this.requests.push({ ...options, messages: [...options.messages] });
    const run = { runId: `run-${this.requests.length}`, threadId: 'chat-1', timestamp: 0, model: 'scripted' };
    const chunks: unknown[] = [{ type: 'RUN_STARTED', ...run }];
    for (const { id: toolCallId, name, args } of calls) {
      chunks.push({ type: 'TOOL_CALL_START', toolCallId, toolCallName: name, toolName: name, timestamp: 0 });
      chunks.push({ type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args), timestamp: 0 });
      chunks.push({ type: 'TOOL_CALL_END', toolCallId, timestamp: 0 });
    }
    chunks.push({ type: 'RUN_FINISHED', ...run, finishReason: calls.length === 0 ? 'stop' : 'tool_calls' });
    yield* chunks as StreamChunk[];
  }

  structuredOutput(): never {
    throw new Error('none');
  }
}

export const sdk: Sdk = {
  name: 'TanStack AI 0.58',
  cannot: [],
  converse: async (run, turns, abortController) => {
    const adapter = new ScriptedAdapter(turns);
    // #region options
    const tools = await toTanStackAi(run);
    const systemPrompts = [await run.instructions()]; // for chat({ adapter, messages, tools, systemPrompts })
    // #endregion options
    const say = async (messages: unknown) => {
      const chunks: unknown[] = [];
      const stream = chat({ adapter, messages: messages as never, tools, systemPrompts, abortController });
      for await (const chunk of stream as AsyncIterable<unknown>) chunks.push(chunk);
      return chunks.at(-1) as { readonly outcome?: { readonly type: string } };
    };
    const user = { role: 'user', content: 'Go.' };
    const { outcome } = await say([user]);
    const read = () => readIn(adapter.requests.at(-1)?.messages);
    return {
      system: adapter.requests[0]?.systemPrompts,
      shown: Object.fromEntries(adapter.requests[0]?.tools?.map((one) => [one.name, one.inputSchema]) ?? []),
      read: read(),
      goOn:
        outcome?.type !== 'interrupt'
          ? undefined
          : async (approved) => {
              // The message that the SDK's client sends after the answer of the user.
              const parts = (turns[0] ?? []).map(({ id, name, args }) => ({
                type: 'tool-call',
                id,
                name,
                arguments: JSON.stringify(args),
                state: 'approval-responded',
                approval: { id: `approval_${id}`, needsApproval: true, approved },
              }));
              await say([user, { id: 'm1', role: 'assistant', parts }]);
              return read();
            },
    };
  },
};

function readIn(messages: readonly ModelMessage[] = []): readonly ReadResult[] {
  return messages.flatMap(({ role, content }): ReadResult[] => {
    if (role !== 'tool') return [];
    if (Array.isArray(content)) {
      const text = content.map((part) => (part.type === 'text' ? part.content : '')).join('');
      return [{ text, media: content.flatMap((part) => (part.type === 'image' ? part.source.value : [])) }];
    }
    const error = /^\{"error":(".*")\}$/s.exec(String(content))?.[1];
    return [{ text: error === undefined ? String(content) : String(JSON.parse(error)), isError: error !== undefined }];
  });
}
