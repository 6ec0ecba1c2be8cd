import { callIdOf } from '../calls/call-id.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import type { ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import type { GeminiFunctionCall, GeminiModelContent, GeminiReply, GeminiReplyPart } from './gemini-types.js';
import { PartialObject } from './partial-arguments.js';
import { geminiTurn, stoppedBy, textOf } from './read-gemini.js';

/** A call whose arguments come in pieces. */
interface OpenCall {
  readonly call: GrowingCall;
  readonly args: PartialObject;
  isBroken: boolean;
}

/** Puts the chunks of a streamed reply together. */
export class GeminiStream<Part extends GeminiReplyPart> implements TurnStream<GeminiReply, GeminiModelContent<Part>> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private readonly parts: GeminiReplyPart[] = [];
  private open: OpenCall | undefined;
  private hasEnd = false;
  private stopped: string | undefined;

  push(chunk: GeminiReply): readonly GrowingCall[] {
    const [candidate] = chunk.candidates ?? [];
    const changed = (candidate?.content?.parts ?? []).flatMap((part) => this.add(part) ?? []);
    if (candidate?.finishReason !== undefined || chunk.promptFeedback?.blockReason !== undefined) {
      this.hasEnd = true;
      this.stopped = stoppedBy(chunk);
    }
    return [...new Set(changed)];
  }

  end(): ModelTurn<GeminiModelContent<Part>> {
    const calls = this.calls.map((call) => call.finished());
    const stopped = this.hasEnd ? this.stopped : 'stream ended';
    return geminiTurn(this.parts as unknown as readonly Part[], calls, stopped);
  }

  private add(part: GeminiReplyPart): GrowingCall | undefined {
    this.text += textOf(part);
    if (part.functionCall !== undefined) return this.addCall(part, part.functionCall);
    const last = this.parts.at(-1);
    if (last !== undefined && isPlainText(last) && isPlainText(part))
      last.text = `${last.text ?? ''}${part.text ?? ''}`;
    else this.parts.push({ ...part });
    return undefined;
  }

  private addCall(part: GeminiReplyPart, piece: GeminiFunctionCall): GrowingCall {
    const open = this.open !== undefined && goesOnWith(this.open, piece) ? this.open : this.begin(part, piece);
    for (const argument of piece.partialArgs ?? []) if (!open.args.add(argument)) open.isBroken = true;
    const goesOn = piece.willContinue === true;
    const args = piece.args ?? open.args.value;
    // What follows the last piece of text, in the middle of the value that it belongs to.
    open.call.argumentsText = goesOn ? JSON.stringify(args).replace(/["}\]]+$/, '') : JSON.stringify(args);
    open.call.isComplete = !goesOn && !open.isBroken;
    this.open = goesOn ? open : undefined;
    return open.call;
  }

  private begin(part: GeminiReplyPart, { id, name = '' }: GeminiFunctionCall): OpenCall {
    const call = new GrowingCall(callIdOf(id, this.calls), plainName(name));
    this.calls.push(call);
    this.parts.push(part);
    return { call, args: new PartialObject(), isBroken: false };
  }
}

/** Further pieces of a call have no name. */
function goesOnWith({ call }: OpenCall, { name }: GeminiFunctionCall): boolean {
  return name === undefined || plainName(name) === call.name;
}

/** Text that may be put together with the text before it: no thought, and without a signature. */
function isPlainText(part: GeminiReplyPart): boolean {
  return part.text !== undefined && Object.keys(part).length === 1;
}
