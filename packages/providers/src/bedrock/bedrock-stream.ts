import { callIdOf } from '../calls/call-id.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import type { ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import type {
  BedrockAssistantMessage,
  BedrockBlock,
  BedrockDelta,
  BedrockEvent,
  BedrockReplyBlock,
  BedrockToolUse,
} from './bedrock-types.js';
import { bedrockTurn, toolUseOf } from './read-bedrock.js';
import { stoppedBy } from './stopped-by.js';

/** A block that is put together. */
class OpenBlock {
  text = '';
  reasoning = '';
  signature = '';
  redacted: Uint8Array | undefined;
  isDone = false;

  constructor(
    readonly toolUse: Omit<BedrockToolUse, 'input'> | undefined,
    readonly call: GrowingCall | undefined,
  ) {}

  add({ text = '', toolUse, reasoningContent }: BedrockDelta): void {
    this.text += text;
    if (this.call !== undefined) this.call.argumentsText += toolUse?.input ?? '';
    this.reasoning += reasoningContent?.text ?? '';
    this.signature += reasoningContent?.signature ?? '';
    const redacted = reasoningContent?.redactedContent;
    if (redacted !== undefined) this.redacted = new Uint8Array([...(this.redacted ?? []), ...redacted]);
  }

  /** Undefined for what tools of the provider's own did, and for a thought that was cut off, which cannot be repeated in part. */
  whole(): BedrockReplyBlock | BedrockBlock | undefined {
    if (this.call !== undefined) return { toolUse: { ...(this.toolUse as BedrockToolUse), input: {} } };
    if (this.toolUse !== undefined) return undefined;
    const isThought = this.redacted !== undefined || this.reasoning !== '' || this.signature !== '';
    if (!isThought) return { text: this.text };
    if (!this.isDone) return undefined;
    if (this.redacted !== undefined) return { reasoningContent: { redactedContent: this.redacted } };
    const signature = this.signature === '' ? {} : { signature: this.signature };
    return { reasoningContent: { reasoningText: { text: this.reasoning, ...signature } } };
  }
}

/** Puts the events of a streamed reply together. */
export class BedrockStream implements TurnStream<BedrockEvent, BedrockAssistantMessage> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private readonly blocks = new Map<number, OpenBlock>();
  private stopReason: string | undefined;

  push({
    contentBlockStart: start,
    contentBlockDelta: delta,
    contentBlockStop: stop,
    messageStop,
  }: BedrockEvent): readonly GrowingCall[] {
    this.stopReason = messageStop?.stopReason ?? this.stopReason;
    const index = start?.contentBlockIndex ?? delta?.contentBlockIndex ?? stop?.contentBlockIndex;
    if (index === undefined) return NONE;
    // Blocks of text begin with their first piece.
    const block = this.blocks.get(index) ?? this.begin(index, start?.start?.toolUse);
    if (delta?.delta !== undefined) block.add(delta.delta);
    this.text += delta?.delta?.text ?? '';
    if (stop !== undefined) block.isDone = true;
    if (block.call === undefined) return NONE;
    block.call.isComplete = block.isDone;
    return [block.call];
  }

  end(): ModelTurn<BedrockAssistantMessage> {
    const stopped = this.stopReason === undefined ? 'stream ended' : stoppedBy(this.stopReason);
    const content = [...this.blocks.entries()].sort(([a], [b]) => a - b).flatMap(([, block]) => block.whole() ?? []);
    const calls = this.calls.map((call) => call.finished());
    return bedrockTurn(content as readonly (BedrockReplyBlock & BedrockBlock)[], calls, stopped);
  }

  private begin(index: number, toolUse: Omit<BedrockToolUse, 'input'> | undefined): OpenBlock {
    const ours = toolUseOf(toolUse === undefined ? {} : { toolUse: { ...toolUse, input: {} } });
    const call =
      ours === undefined
        ? undefined
        : new GrowingCall(callIdOf(ours.toolUseId, this.calls), plainName(ours.name ?? ''));
    if (call !== undefined) this.calls.push(call);
    const block = new OpenBlock(toolUse, call);
    this.blocks.set(index, block);
    return block;
  }
}

const NONE: readonly GrowingCall[] = [];
