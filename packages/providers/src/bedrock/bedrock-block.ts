import { isObject } from '@haft/schema/internal';
import type { GrowingCall } from '../calls/growing-call.js';
import { replayedArguments } from '../calls/replayed-arguments.js';
import { mergeDelta } from '../replies/merge-delta.js';
import { type Fields, type ReplyReader } from '../replies/reply-reader.js';

/** The kinds of blocks whose facts come before their pieces. */
export interface BlockStart {
  readonly toolUse: Fields | undefined;
  readonly toolResult: Fields | undefined;
}

/** An unfinished block of a streamed reply. */
export class BedrockBlock {
  isDone = false;
  private text = '';
  private json = '';
  private reasoning: Fields | undefined;
  private readonly redacted: Uint8Array[] = [];
  private readonly citations: unknown[] = [];
  private readonly results: Fields[] = [];
  /** The fields of unknown kinds of blocks. */
  private readonly others: Fields = {};

  /**
   * @param start - the call or the result at the start of the block. Other blocks begin with their
   *   first piece.
   * @param call - set if the block calls a Haft tool
   */
  constructor(
    private readonly start: BlockStart,
    readonly call: GrowingCall | undefined,
  ) {}

  add(delta: Fields, reader: ReplyReader): void {
    const { text, toolUse, reasoningContent, citation, citationsContent, toolResult, ...others } = delta;
    this.text += reader.text(text, 'text');
    const input = reader.text(reader.optionalObject(toolUse, 'toolUse')?.['input'], 'input');
    if (input !== '' && this.start.toolUse === undefined) reader.fail('the start of the call', 'an object', undefined);
    this.json += input;
    this.call?.append(input);
    this.addThought(reader.optionalObject(reasoningContent, 'reasoningContent'));
    if (citation !== undefined && citation !== null) this.citations.push(citation);
    this.addCited(reader.optionalObject(citationsContent, 'citationsContent'), reader);
    for (const part of reader.objects(toolResult, 'toolResult')) this.addResult(part);
    mergeDelta(this.others, others);
    if (this.kinds() > 1) reader.fail('delta', 'one for the kind of its block', delta);
  }

  /** Counts the kinds of content so far. A block has one. */
  private kinds(): number {
    const { text, reasoning, redacted, citations, results, start } = this;
    const isThought = reasoning !== undefined || redacted.length > 0;
    const isResult = start.toolResult !== undefined || results.length > 0;
    return [text !== '' || citations.length > 0, isThought, start.toolUse !== undefined, isResult].filter(Boolean)
      .length;
  }

  /**
   * Returns the block in the form of a whole reply. If it was cut off, returns only text, or a
   * call, which gets an answer.
   */
  whole(): Fields | undefined {
    const { others, json } = this;
    const { toolUse, toolResult } = this.start;
    if (this.call !== undefined)
      return {
        toolUse: { ...toolUse, toolUseId: this.call.id, input: json === '' ? (toolUse?.['input'] ?? {}) : json },
      };
    const isCalled = toolUse !== undefined || toolResult !== undefined;
    const isThought = this.reasoning !== undefined || this.redacted.length > 0;
    if (!isCalled && !isThought && Object.keys(others).length === 0) return this.said();
    if (!this.isDone) return this.text === '' ? undefined : this.said();
    if (this.redacted.length > 0)
      return { reasoningContent: { ...this.reasoning, redactedContent: bytesOf(this.redacted) } };
    if (this.reasoning !== undefined) return { reasoningContent: { reasoningText: { text: '', ...this.reasoning } } };
    if (toolUse !== undefined)
      return { toolUse: { ...toolUse, input: json === '' ? (toolUse['input'] ?? {}) : replayedArguments(json) } };
    if (toolResult !== undefined)
      return {
        toolResult: {
          ...toolResult,
          content: this.results.length === 0 ? (toolResult['content'] ?? []) : this.results,
        },
      };
    return this.text === '' ? others : { ...others, ...this.said() };
  }

  private said(): Fields {
    const { text, citations } = this;
    return citations.length === 0 ? { text } : { citationsContent: { content: [{ text }], citations } };
  }

  private addThought(thought: Fields | undefined): void {
    if (thought === undefined) return;
    // The start of a block may have the form of a whole reply.
    const { redactedContent: bytes, reasoningText, ...pieces } = thought;
    if (ArrayBuffer.isView(bytes)) this.redacted.push(bytes as Uint8Array);
    const facts = { ...fieldsOf(reasoningText), ...pieces };
    if (Object.keys(facts).length > 0) mergeDelta((this.reasoning ??= {}), facts);
  }

  /** Adds a text with its sources in the form of a whole reply. */
  private addCited(cited: Fields | undefined, reader: ReplyReader): void {
    if (cited === undefined) return;
    const parts = reader.objects(cited['content'], 'citationsContent.content');
    this.text += parts.map((part) => reader.text(part['text'], 'text')).join('');
    this.citations.push(...reader.list(cited['citations'], 'citations'));
  }

  private addResult(part: Fields): void {
    const last = this.results.at(-1);
    if (typeof last?.['text'] === 'string' && typeof part['text'] === 'string') last['text'] += part['text'];
    else this.results.push({ ...part });
  }
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Joins all pieces once. Joining at each piece would take quadratic time. */
function bytesOf(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
