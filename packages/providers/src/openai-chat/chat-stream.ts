import { callIdOf } from '../calls/call-id.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import type { ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import type { ChatAssistantMessage, ChatCallDelta, ChatChunk } from './chat-types.js';
import { replayedCall } from './read-chat.js';
import { stoppedBy } from './stopped-by.js';

/** Puts the chunks of a streamed chat completion together. */
export class ChatStream implements TurnStream<ChatChunk, ChatAssistantMessage> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private refusal = '';
  private finishReason: string | undefined;
  /** The calls by the index of their pieces. A server that gives all calls the same index tells them apart by their ids. */
  private readonly open = new Map<number, { readonly id: string | undefined; readonly call: GrowingCall }>();

  push({ choices }: ChatChunk): readonly GrowingCall[] {
    const changed = new Set<GrowingCall>();
    for (const { index = 0, delta, finish_reason: finishReason } of choices) {
      if (index !== 0) continue;
      this.text += delta?.content ?? '';
      this.refusal += delta?.refusal ?? '';
      for (const piece of delta?.tool_calls ?? []) changed.add(this.add(piece));
      if (typeof finishReason === 'string') this.finish(finishReason);
    }
    return [...changed];
  }

  end(): ModelTurn<ChatAssistantMessage> {
    const stopped = this.finishReason === undefined ? 'stream ended' : stoppedBy(this.finishReason);
    const calls = this.calls.map((call) => call.finished());
    return { calls, history: this.history(calls.map(replayedCall)), text: this.text, stopped };
  }

  private add({ id, function: piece, index = this.indexOf(id) }: ChatCallDelta): GrowingCall {
    const known = this.open.get(index);
    const isNext = known === undefined || (id !== undefined && id !== '' && id !== known.id);
    const call = isNext ? this.begin(index, id) : known.call;
    if (piece?.name !== undefined && piece.name !== '') call.name = plainName(piece.name);
    call.argumentsText += textOf(piece?.arguments);
    return call;
  }

  /** For servers that leave the index out: a piece without an id belongs to the last call. */
  private indexOf(id: string | undefined): number {
    const known = [...this.open].find(([, call]) => call.id === id);
    if (known !== undefined) return known[0];
    return id === undefined || id === '' ? Math.max(0, this.open.size - 1) : this.open.size;
  }

  private begin(index: number, id: string | undefined): GrowingCall {
    // A model writes one call after the other; a server may announce all of them first.
    for (const before of this.calls) before.isComplete ||= before.partial().isComplete;
    const call = new GrowingCall(callIdOf(id, this.calls), '');
    this.calls.push(call);
    this.open.set(index, { id, call });
    return call;
  }

  private finish(reason: string): void {
    this.finishReason = reason;
    if (stoppedBy(reason) === undefined) for (const call of this.calls) call.isComplete = true;
  }

  private history(calls: ChatAssistantMessage['tool_calls'] & object): ChatAssistantMessage[] {
    if (this.text === '' && this.refusal === '' && calls.length === 0) return [];
    const message: ChatAssistantMessage = { role: 'assistant', content: this.text === '' ? null : this.text };
    if (this.refusal !== '') message.refusal = this.refusal;
    if (calls.length > 0) message.tool_calls = calls;
    return [message];
  }
}

/** Some servers send an object, in one piece. */
function textOf(args: unknown = ''): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}
