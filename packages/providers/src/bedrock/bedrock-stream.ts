import { CallIds } from '../calls/call-ids.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import type { ModelTurn } from '../model-turn.js';
import { optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import type { TurnStream } from '../turn-stream.js';
import { BedrockBlock } from './bedrock-block.js';
import type { BedrockAssistantMessage, BedrockEvent } from './bedrock-types.js';
import { BEDROCK, bedrockTurn, toolUseOf } from './read-bedrock.js';
import { stoppedBy } from './stopped-by.js';

/** Assembles the events of a streamed reply into the content of a whole reply. */
export class BedrockStream implements TurnStream<BedrockEvent, BedrockAssistantMessage> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private readonly blocks = new Map<number, BedrockBlock>();
  private readonly ids = new CallIds();
  private stopReason: string | undefined;

  push(event: BedrockEvent): readonly GrowingCall[] {
    const reader = new ReplyReader(BEDROCK, event);
    const facts = reader.root();
    if (Object.keys(facts).some((key) => key.endsWith('Exception'))) return reader.refuse();
    const start = reader.optionalObject(facts['contentBlockStart'], 'contentBlockStart');
    const delta = reader.optionalObject(facts['contentBlockDelta'], 'contentBlockDelta');
    const stop = reader.optionalObject(facts['contentBlockStop'], 'contentBlockStop');
    const end = reader.optionalObject(facts['messageStop'], 'messageStop');
    this.stopReason = optionalText(end?.['stopReason']) ?? this.stopReason;
    const index = (start ?? delta ?? stop)?.['contentBlockIndex'];
    if (typeof index !== 'number') return NONE;
    // Blocks of text start with their first piece.
    const block = this.blocks.get(index) ?? this.begin(index, start?.['start'], reader);
    const said = reader.optionalObject(delta?.['delta'], 'delta');
    if (said !== undefined) {
      block.add(said, reader);
      this.text += reader.text(said['text'], 'text');
    }
    if (stop !== undefined) close(block);
    return block.call === undefined ? NONE : [block.call];
  }

  end(): ModelTurn<BedrockAssistantMessage> {
    const stopped = this.stopReason === undefined ? 'stream ended' : stoppedBy(this.stopReason);
    // A server may omit the end of a block. When the model has ended its turn, all blocks are
    // complete.
    if (this.stopReason !== undefined && stopped === undefined) for (const block of this.blocks.values()) close(block);
    const ordered = [...this.blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
    const cut = new Set<Fields>();
    const content = ordered.flatMap((block) => {
      const whole = block.whole();
      if (whole === undefined) return [];
      if (!block.isDone) cut.add(whole);
      return [whole];
    });
    const reader = new ReplyReader(BEDROCK, content);
    const turn = bedrockTurn(content, stopped, reader, (block) => cut.has(block));
    return turn as unknown as ModelTurn<BedrockAssistantMessage>;
  }

  private begin(index: number, given: unknown, reader: ReplyReader): BedrockBlock {
    const start = reader.optionalObject(given, 'start') ?? {};
    const ours = toolUseOf(start, reader);
    const call =
      ours === undefined
        ? undefined
        : new GrowingCall(this.ids.take(ours['toolUseId']), plainName(optionalText(ours['name']) ?? ''));
    if (call !== undefined) this.calls.push(call);
    const block = new BedrockBlock(start, call);
    this.blocks.set(index, block);
    return block;
  }
}

function close(block: BedrockBlock): void {
  block.isDone = true;
  if (block.call !== undefined) block.call.isDone = true;
}

const NONE: readonly GrowingCall[] = [];
