import {
  Agent,
  ImageBlock,
  Model,
  TextBlock,
  tool,
  type Message,
  type StreamOptions,
  type ToolSpec,
} from '@strands-agents/sdk';
import { functionsOf } from '@haft/bridges/functions';
import type { Run } from '@haft/runtime';
import type { ReadResult, ScriptedCall, Sdk } from '../../test/support/sdk.js';

// #region recipe
async function toStrands(run: Run) {
  return (await functionsOf(run)).map(({ name, description, parameters, call }) =>
    tool({
      name,
      description,
      inputSchema: parameters as never,
      callback: async (args, context) => {
        const id = context?.toolUse.toolUseId;
        const waiting = await run.waitsFor({ id, name, arguments: args });
        // Stops the loop the first time, and returns the answer of the host when it continues.
        const approved = waiting && context?.interrupt<boolean>({ name, reason: { ...waiting } as never });
        const { text, isError, parts } = await call(args, { id, signal: context?.cancelSignal, approved });
        if (isError) throw new Error(text);
        return parts.map((part) =>
          part.type === 'image'
            ? new ImageBlock({
                format: part.mediaType.slice(6) as 'png',
                source: { bytes: Buffer.from(part.data, 'base64') },
              })
            : new TextBlock(part.type === 'text' ? part.text : `(${part.type} left out)`),
        ) as never;
      },
    }),
  );
}
// #endregion recipe

class ScriptedModel extends Model {
  readonly requests: {
    readonly messages: readonly Message[];
    readonly specs: readonly ToolSpec[];
    readonly system: unknown;
  }[] = [];

  constructor(private readonly turns: readonly (readonly ScriptedCall[])[]) {
    super();
  }

  override updateConfig(): void {}

  override getConfig() {
    return { modelId: 'scripted' };
  }

  override async *stream(messages: Message[], options?: StreamOptions) {
    const calls = this.turns[this.requests.length] ?? [];
    this.requests.push({ messages: [...messages], specs: options?.toolSpecs ?? [], system: options?.systemPrompt });
    yield { type: 'modelMessageStartEvent', role: 'assistant' } as const;
    for (const { id: toolUseId, name, args } of calls) {
      yield { type: 'modelContentBlockStartEvent', start: { type: 'toolUseStart', name, toolUseId } } as const;
      const delta = { type: 'toolUseInputDelta', input: JSON.stringify(args) } as const;
      yield { type: 'modelContentBlockDeltaEvent', delta } as const;
      yield { type: 'modelContentBlockStopEvent' } as const;
    }
    if (calls.length === 0) {
      yield { type: 'modelContentBlockStartEvent' } as const;
      yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'textDelta', text: 'Done.' } } as const;
      yield { type: 'modelContentBlockStopEvent' } as const;
    }
    yield { type: 'modelMessageStopEvent', stopReason: calls.length === 0 ? 'endTurn' : 'toolUse' } as const;
  }
}

export const sdk: Sdk = {
  name: 'Strands 1.19',
  cannot: [],
  converse: async (run, turns, { signal: cancelSignal }) => {
    const model = new ScriptedModel(turns);
    // #region agent
    const systemPrompt = await run.instructions();
    const agent = new Agent({ model, systemPrompt, tools: await toStrands(run), printer: false });
    // #endregion agent
    const { interrupts = [] } = await agent.invoke('Go.', { cancelSignal });
    const read = () => readIn(model.requests.at(-1)?.messages);
    return {
      system: model.requests[0]?.system,
      shown: Object.fromEntries(model.requests[0]?.specs.map((one) => [one.name, one.inputSchema]) ?? []),
      read: read(),
      goOn:
        interrupts.length === 0
          ? undefined
          : async (approved) => {
              // #region interrupts
              const answers = interrupts.map(({ id }) => ({
                interruptResponse: { interruptId: id, response: approved },
              }));
              await agent.invoke(answers);
              // #endregion interrupts
              return read();
            },
    };
  },
};

function readIn(messages: readonly Message[] = []): readonly ReadResult[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type !== 'toolResultBlock') return [];
      const text = block.content.map((one) => (one.type === 'textBlock' ? one.text : '')).join('');
      const media = block.content.flatMap((one) =>
        one.type === 'imageBlock' && 'bytes' in one.source
          ? Buffer.from(one.source.bytes as Uint8Array).toString('base64')
          : [],
      );
      return { text, media, isError: block.status === 'error' };
    }),
  );
}
