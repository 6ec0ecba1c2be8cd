import { callIdOf } from '../calls/call-id.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import { replayedArguments } from '../calls/replayed-arguments.js';
import type { ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import type {
  AnthropicAssistantMessage,
  AnthropicDelta,
  AnthropicEvent,
  AnthropicReplyBlock,
} from './anthropic-types.js';
import { anthropicTurn, isToolUse } from './read-anthropic.js';
import { stoppedBy } from './stopped-by.js';

/** A block that is put together. */
interface OpenBlock {
  block: Record<string, unknown> & AnthropicReplyBlock;
  readonly call: GrowingCall | undefined;
  /** The input of a tool of the provider's own, as text. */
  json: string;
  isDone: boolean;
}

/** Puts the events of a streamed message together. */
export class AnthropicStream<Block extends AnthropicReplyBlock> implements TurnStream<
  AnthropicEvent,
  AnthropicAssistantMessage<Block>
> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private readonly blocks = new Map<number, OpenBlock>();
  private stopReason: string | undefined;

  push(event: AnthropicEvent): readonly GrowingCall[] {
    if (event.type === 'content_block_start') return this.start(event.index, event.content_block);
    if (event.type === 'message_delta') this.stopReason = event.delta.stop_reason ?? this.stopReason;
    if (event.type !== 'content_block_delta' && event.type !== 'content_block_stop') return NONE;
    const open = this.blocks.get(event.index);
    if (open === undefined) return NONE;
    if (event.type === 'content_block_delta') this.add(open, event.delta);
    else close(open);
    return open.call === undefined ? NONE : [open.call];
  }

  end(): ModelTurn<AnthropicAssistantMessage<Block>> {
    const stopped = this.stopReason === undefined ? 'stream ended' : stoppedBy(this.stopReason);
    const content = [...this.blocks.values()]
      .filter(mayBeRepeated)
      .map(({ block }) => block) as unknown as readonly Block[];
    return anthropicTurn(
      content,
      this.calls.map((call) => call.finished()),
      stopped,
    );
  }

  private start(index: number, block: AnthropicReplyBlock): readonly GrowingCall[] {
    const call = isToolUse(block) ? new GrowingCall(callIdOf(block.id, this.calls), plainName(block.name)) : undefined;
    this.blocks.set(index, { block: { ...block }, call, json: '', isDone: false });
    if (call === undefined) return NONE;
    this.calls.push(call);
    return [call];
  }

  private add(open: OpenBlock, delta: AnthropicDelta): void {
    const { block, call } = open;
    const append = (key: string, more = ''): void => {
      block[key] = `${(block[key] as string | undefined) ?? ''}${more}`;
    };
    switch (delta.type) {
      case 'text_delta':
        this.text += delta.text ?? '';
        append('text', delta.text);
        break;
      case 'thinking_delta':
        append('thinking', delta.thinking);
        break;
      case 'signature_delta':
        append('signature', delta.signature);
        break;
      case 'citations_delta':
        block['citations'] = [...((block['citations'] as unknown[] | null | undefined) ?? []), delta.citation];
        break;
      case 'input_json_delta':
        if (call === undefined) open.json += delta.partial_json ?? '';
        else call.argumentsText += delta.partial_json ?? '';
        break;
    }
  }
}

function close(open: OpenBlock): void {
  open.isDone = true;
  if (open.call !== undefined) open.call.isComplete = true;
  else if (open.json !== '') open.block['input'] = replayedArguments(open.json);
}

/** Of a block that was cut off: text, and a call, which is answered. The provider refuses to read a part of anything else. */
function mayBeRepeated({ block, call, isDone }: OpenBlock): boolean {
  return isDone || call !== undefined || block.type === 'text';
}

const NONE: readonly GrowingCall[] = [];
