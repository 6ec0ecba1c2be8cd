import { isMadeId } from '../calls/call-id.js';
import { CallIds } from '../calls/call-ids.js';
import { plainName } from '../calls/plain-name.js';
import type { ModelTurn } from '../model-turn.js';
import { isFirst } from '../replies/is-first.js';
import { optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import type { TurnStream } from '../turn-stream.js';
import type { GeminiModelContent, GeminiReply, GeminiReplyPart } from './gemini-types.js';
import { GeminiCall } from './gemini-call.js';
import { callOf, endOf, GEMINI, geminiTurn, partsOf, stoppedBy, textOf } from './read-gemini.js';

/** A call whose arguments arrive in pieces, and its part. */
interface OpenCall {
  readonly part: Fields;
  readonly call: GeminiCall;
}

/** Assembles the chunks of a streamed reply into the parts of a whole reply. */
export class GeminiStream<Part extends GeminiReplyPart> implements TurnStream<GeminiReply, GeminiModelContent<Part>> {
  readonly calls: GeminiCall[] = [];
  text = '';
  private readonly parts: Fields[] = [];
  private readonly callParts = new Map<Fields, GeminiCall>();
  private readonly ids = new CallIds();
  private open: OpenCall | undefined;
  private hasEnd = false;
  private stopped: string | undefined;
  private turn: string | undefined;

  push(chunk: GeminiReply): readonly GeminiCall[] {
    const reader = new ReplyReader(GEMINI, chunk);
    const body = reader.root();
    this.turn ??= turnId(body['responseId']);
    const candidate = reader
      .objects(body['candidates'], 'candidates')
      .find((one, position) => isFirst(one, position, reader));
    const changed = partsOf(candidate, reader).flatMap((part) => this.add(part, reader) ?? []);
    if (endOf(candidate, body) !== undefined) {
      this.hasEnd = true;
      this.stopped = stoppedBy(candidate, body);
    }
    return [...new Set(changed)];
  }

  end(): ModelTurn<GeminiModelContent<Part>> {
    const reader = new ReplyReader(GEMINI, this.parts);
    const stopped = this.hasEnd ? this.stopped : 'stream ended';
    for (const [part, call] of this.callParts) part['functionCall'] = call.toReply();
    const known = { turn: this.turn, seen: (part: Fields) => this.callParts.get(part) };
    const turn = geminiTurn(this.parts, stopped, reader, known);
    return turn as unknown as ModelTurn<GeminiModelContent<Part>>;
  }

  private add(part: Fields, reader: ReplyReader): GeminiCall | undefined {
    const piece = callOf(part, reader);
    if (piece !== undefined) return this.addCall(part, piece, reader);
    this.text += textOf(part, reader);
    const last = this.parts.at(-1);
    if (last !== undefined && isPlainText(last) && isPlainText(part) && last['thought'] === part['thought'])
      last['text'] = `${optionalText(last['text']) ?? ''}${optionalText(part['text']) ?? ''}`;
    else this.parts.push({ ...part });
    return undefined;
  }

  private addCall(part: Fields, piece: Fields, reader: ReplyReader): GeminiCall {
    const goesOn = this.open !== undefined && isOf(this.open.call, piece);
    const open = goesOn ? (this.open as OpenCall) : this.begin(part, piece);
    // A later piece may have the signature.
    if (goesOn) Object.assign(open.part, { ...part, functionCall: open.part['functionCall'] });
    open.call.add(piece, reader);
    this.open = open.call.isOpen ? open : undefined;
    return open.call;
  }

  private begin(part: Fields, { id, name }: Fields): OpenCall {
    const call = new GeminiCall(this.ids.take(id), plainName(optionalText(name) ?? ''));
    const open = { part: { ...part }, call };
    this.calls.push(call);
    this.parts.push(open.part);
    this.callParts.set(open.part, call);
    return open;
  }
}

/** Returns whether a piece belongs to a call. Further pieces have no name and id, or the same. */
function isOf({ id: knownId, name: known }: GeminiCall, { id, name }: Fields): boolean {
  if (typeof id === 'string' && id !== '' && id !== knownId && !isMadeId(knownId)) return false;
  return name === undefined || name === null || name === '' || plainName(optionalText(name) ?? '') === known;
}

/** Returns whether a text may be joined with the text before it: it has no signature. */
function isPlainText(part: Fields): boolean {
  return part['text'] !== undefined && Object.keys(part).every((key) => key === 'text' || key === 'thought');
}
