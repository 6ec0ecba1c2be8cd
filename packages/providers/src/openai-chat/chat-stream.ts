import { type GrowingCall } from '../calls/growing-call.js';
import type { ModelTurn } from '../model-turn.js';
import { isFirst } from '../replies/is-first.js';
import { isNothing } from '../replies/is-nothing.js';
import { mergeDelta, mergeWhole } from '../replies/merge-delta.js';
import { fullText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import type { TurnStream } from '../turn-stream.js';
import { ChatCallPieces } from './chat-call-pieces.js';
import { chatText, joinedContent, wholeContent } from './chat-content.js';
import type { ChatAssistantMessage, ChatChunk } from './chat-types.js';
import { CHAT, chatTurn } from './read-chat.js';
import { stoppedBy } from './stopped-by.js';

/** Assembles the chunks of a streamed chat completion into the message of a whole reply. */
export class ChatStream implements TurnStream<ChatChunk, ChatAssistantMessage> {
  text = '';
  private readonly toolCalls = new ChatCallPieces();
  /** The call of `function_call`. It counts only if the message has no tool calls. */
  private readonly functionCall = new ChatCallPieces();
  private readonly message: Fields = { role: 'assistant', content: null };
  private finishReason: string | undefined;
  private turn: string | undefined;
  /** Whether a delta said something. Without deltas, whole messages may be pieces. */
  private hasDeltas = false;

  get calls(): readonly GrowingCall[] {
    return this.pieces.calls;
  }

  push(chunk: ChatChunk): readonly GrowingCall[] {
    const reader = new ReplyReader(CHAT, chunk);
    const changed = new Set<GrowingCall>();
    const body = reader.root();
    this.turn ??= turnId(body['id']);
    // Chunks of usage, of filters and the like may have no choices.
    const choices = reader.objects(body['choices'], 'choices');
    for (const choice of choices.filter((one, position) => isFirst(one, position, reader))) {
      const { delta, message, finish_reason: finishReason } = reader.withoutError(choice);
      this.add(reader.optionalObject(delta, 'delta') ?? {}, reader, changed);
      this.take(reader.optionalObject(message, 'message') ?? {}, reader, changed);
      this.finishReason = fullText(finishReason) ?? this.finishReason;
    }
    if (this.finishReason !== undefined && stoppedBy(this.finishReason) === undefined) this.pieces.finish();
    return [...changed];
  }

  end(): ModelTurn<ChatAssistantMessage> {
    const { calls, sent } = this.pieces.end();
    const message = sent.length === 0 ? this.message : { ...this.message, tool_calls: sent };
    if (message['content'] === '') message['content'] = null;
    const reader = new ReplyReader(CHAT, message);
    const isLost = this.finishReason === undefined;
    const stopped = isLost ? 'stream ended' : stoppedBy(this.finishReason);
    const lost = isLost ? { isWhole: (index: number) => calls[index]?.isComplete === true } : undefined;
    return chatTurn(message, stopped, reader, { turn: this.turn, lost }) as unknown as ModelTurn<ChatAssistantMessage>;
  }

  private get pieces(): ChatCallPieces {
    return this.toolCalls.isEmpty ? this.functionCall : this.toolCalls;
  }

  private add(delta: Fields, reader: ReplyReader, changed: Set<GrowingCall>): void {
    const { content, tool_calls: calls, function_call: legacy, ...others } = delta;
    this.text += chatText(content, reader);
    this.message['content'] = joinedContent(this.message['content'], content, reader);
    for (const piece of reader.objects(calls, 'tool_calls')) {
      const call = this.toolCalls.add(piece, reader);
      if (call !== undefined) changed.add(call);
    }
    const older = reader.optionalObject(legacy, 'function_call');
    if (older !== undefined && this.toolCalls.isEmpty)
      changed.add(this.functionCall.add({ index: 0, function: older }, reader) as GrowingCall);
    mergeDelta(this.message, others);
    this.hasDeltas ||= Object.entries(delta).some(([key, value]) => key !== 'role' && !isNothing(value));
  }

  /** Takes the whole message, which some servers send in the last chunk or in the only one. */
  private take(whole: Fields, reader: ReplyReader, changed: Set<GrowingCall>): void {
    const isGrowing = !this.hasDeltas;
    const { content, tool_calls: calls, function_call: legacy, ...others } = whole;
    if (!isNothing(content)) {
      this.message['content'] = wholeContent(this.message['content'], content, isGrowing, reader);
      this.text = chatText(this.message['content'], reader);
    }
    for (const call of this.toolCalls.take(reader.objects(calls, 'tool_calls'), isGrowing, reader)) changed.add(call);
    const older = reader.optionalObject(legacy, 'function_call');
    if (older !== undefined && this.toolCalls.isEmpty)
      for (const call of this.functionCall.take([{ function: older }], isGrowing, reader)) changed.add(call);
    mergeWhole(this.message, others, isGrowing);
  }
}
