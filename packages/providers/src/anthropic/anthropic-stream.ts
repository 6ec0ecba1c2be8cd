import { isObject } from '@haft/schema/internal';
import { CallIds } from '../calls/call-ids.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import { replayedArguments } from '../calls/replayed-arguments.js';
import type { ModelTurn } from '../model-turn.js';
import { mergeDelta } from '../replies/merge-delta.js';
import { fullText, optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import type { TurnStream } from '../turn-stream.js';
import type { AnthropicAssistantMessage, AnthropicEvent, AnthropicReplyBlock } from './anthropic-types.js';
import { ANTHROPIC, anthropicTurn, isToolUse } from './read-anthropic.js';
import { stoppedBy } from './stopped-by.js';

/** An unfinished block. */
interface OpenBlock {
  readonly block: Fields;
  readonly call: GrowingCall | undefined;
  /** The pieces of the input, as text. */
  json: string;
  isDone: boolean;
}

/** Assembles the events of a streamed message into the content of a whole reply. */
export class AnthropicStream<Block extends AnthropicReplyBlock> implements TurnStream<
  AnthropicEvent,
  AnthropicAssistantMessage<Block>
> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private blocks = new Map<number, OpenBlock>();
  private ids = new CallIds();
  /** The number of blocks at the start of the message. */
  private givenAtStart = 0;
  private stopReason: string | undefined;
  private turn: string | undefined;

  push(event: AnthropicEvent): readonly GrowingCall[] {
    const reader = new ReplyReader(ANTHROPIC, event);
    const { type: _type, index, ...facts } = reader.root();
    const type = reader.eventType(reader.root(), FIELDS);
    if (type === 'message_start') return this.restart(reader.optionalObject(facts['message'], 'message'), reader);
    // Some servers send the whole reply as the only event.
    if (type === 'message') return this.restart(facts, reader);
    if (type === 'message_delta') {
      const { stop_reason: reason } = reader.optionalObject(facts['delta'], 'delta') ?? {};
      this.stopReason = fullText(reason) ?? this.stopReason;
    }
    if (type === undefined || !OF_BLOCKS.has(type)) return NONE;
    if (typeof index !== 'number') return reader.fail('index', 'a number', index);
    if (type === 'content_block_start') {
      // A server may send its blocks at the start of the message and then one by one.
      if (index < this.givenAtStart) this.clear();
      return this.start(index, reader.object(facts['content_block'], 'content_block'), reader);
    }
    const open = this.blocks.get(index);
    if (open === undefined)
      return type === 'content_block_stop' ? NONE : reader.fail(`index ${index}`, 'the one of a block', facts['delta']);
    if (type === 'content_block_delta') this.add(open, reader.object(facts['delta'], 'delta'), reader);
    else close(open);
    return open.call === undefined ? NONE : [open.call];
  }

  end(): ModelTurn<AnthropicAssistantMessage<Block>> {
    const stopped = this.stopReason === undefined ? 'stream ended' : stoppedBy(this.stopReason);
    // A server may omit the end of a block. When the model has ended its turn, all blocks are
    // complete.
    if (this.stopReason !== undefined && stopped === undefined) for (const open of this.blocks.values()) close(open);
    const ordered = [...this.blocks].sort(([a], [b]) => a - b).map(([, open]) => open);
    const kept = ordered.filter(mayBeRepeated);
    const cut = new Set(kept.filter(({ isDone }) => !isDone).map(({ block }) => block));
    const content = kept.map(withInput);
    const reader = new ReplyReader(ANTHROPIC, content);
    const turn = anthropicTurn(content, stopped, reader, { turn: this.turn, isCut: (block) => cut.has(block) });
    return turn as unknown as ModelTurn<AnthropicAssistantMessage<Block>>;
  }

  /**
   * Starts the message again: a second start makes the earlier content void. Some servers send the
   * content here.
   */
  private restart(message: Fields | undefined, reader: ReplyReader): readonly GrowingCall[] {
    this.clear();
    this.stopReason = fullText(message?.['stop_reason']);
    this.turn = turnId(message?.['id']);
    for (const [index, block] of reader.objects(message?.['content'], 'message.content').entries()) {
      this.start(index, block, reader);
      close(this.blocks.get(index) as OpenBlock);
    }
    this.givenAtStart = this.blocks.size;
    return [...this.calls];
  }

  private clear(): void {
    this.calls.length = 0;
    this.blocks = new Map();
    this.ids = new CallIds();
    this.text = '';
    this.givenAtStart = 0;
  }

  private start(index: number, begun: Fields, reader: ReplyReader): readonly GrowingCall[] {
    reader.type(begun, 'a block');
    if (this.blocks.has(index)) return reader.fail(`index ${index}`, 'the one of a new block', begun);
    const block: Fields = Object.fromEntries(Object.entries(begun).filter(([, value]) => value === null));
    mergeDelta(block, begun);
    if (block['type'] === 'text') this.text += reader.text(block['text'], 'text of a block');
    const call = isToolUse(block) ? this.callOf(block, reader) : undefined;
    this.blocks.set(index, { block, call, json: '', isDone: false });
    if (call === undefined) return NONE;
    this.calls.push(call);
    return [call];
  }

  private callOf(block: Fields, reader: ReplyReader): GrowingCall {
    const call = new GrowingCall(this.ids.take(block['id']), plainName(optionalText(block['name']) ?? ''));
    block['id'] = call.id;
    const { input } = block;
    // Pieces follow an empty object. Servers without pieces send the whole input here.
    if (isObject(input) && Object.keys(input).length > 0) call.give(reader.json(input, 'input of a block'));
    return call;
  }

  private add(open: OpenBlock, delta: Fields, reader: ReplyReader): void {
    const { type: _type, ...facts } = delta;
    const type = reader.type(delta, 'delta');
    const kind = reader.type(open.block, 'a block');
    const owner = Object.hasOwn(OWNERS, type) ? OWNERS[type] : undefined;
    if (owner !== undefined && owner !== kind && Object.values(OWNERS).includes(kind))
      return reader.fail('delta', `one for a block of type ${kind}`, delta);
    if (type === 'input_json_delta') {
      const json = reader.text(facts['partial_json'], 'partial_json');
      open.json += json;
      open.call?.append(json);
      return;
    }
    if (type === 'citations_delta') {
      mergeDelta(open.block, { citations: [facts['citation']] });
      return;
    }
    if (type === 'text_delta' && kind === 'text') this.text += reader.text(facts['text'], 'text');
    // Appends to `thinking`, `signature` and unknown kinds of blocks.
    mergeDelta(open.block, facts);
  }
}

function close(open: OpenBlock): void {
  open.isDone = true;
  if (open.call !== undefined) open.call.isDone = true;
}

/**
 * Returns the block with the input from its pieces. Without pieces, it keeps the input from its
 * start.
 */
function withInput({ block, call, json }: OpenBlock): Fields {
  if (json !== '') block['input'] = call === undefined ? replayedArguments(json) : json;
  return block;
}

/**
 * Returns whether a history may contain the block. If it was cut off, only text and an answered
 * call may be in it, because the provider rejects parts of anything else.
 */
function mayBeRepeated({ block, call, isDone }: OpenBlock): boolean {
  return isDone || call !== undefined || block['type'] === 'text';
}

const NONE: readonly GrowingCall[] = [];
/** The fields of events about the message. */
const FIELDS: readonly string[] = ['message', 'index', 'content_block', 'delta'];
/** The type of the blocks that the known types of pieces belong to. */
const OWNERS: Readonly<Record<string, string>> = {
  text_delta: 'text',
  citations_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'thinking',
  input_json_delta: 'tool_use',
};
const OF_BLOCKS: ReadonlySet<string> = new Set(['content_block_start', 'content_block_delta', 'content_block_stop']);
