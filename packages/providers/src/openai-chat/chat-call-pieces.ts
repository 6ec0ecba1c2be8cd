import { isObject } from '@haft/schema/internal';
import { makeCallId } from '../calls/call-id.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import { writtenArguments } from '../calls/written-arguments.js';
import { isNothing } from '../replies/is-nothing.js';
import { mergeDelta, mergeWhole } from '../replies/merge-delta.js';
import { optionalText, type Fields, type ReplyReader } from '../replies/reply-reader.js';
import { wholeText } from '../replies/whole-text.js';
import { isForHost } from './is-for-host.js';

/** An unfinished tool call. */
interface OpenCall {
  readonly index: number;
  /** The id from the server. It may come late. */
  id: string | undefined;
  /** Undefined for a call of a custom tool, which the host handles. */
  readonly call: GrowingCall | undefined;
  /** All fields of the call from the server, without name and arguments. */
  readonly sent: Fields;
  name: string;
}

/**
 * Assembles tool calls. Servers omit different fields: indexes, ids, or the id of the first pieces.
 */
export class ChatCallPieces {
  readonly calls: GrowingCall[] = [];
  private readonly all: OpenCall[] = [];
  private readonly byIndex = new Map<number, OpenCall>();
  private readonly byId = new Map<string, OpenCall>();
  private last: OpenCall | undefined;
  private nextIndex = 0;

  /** Whether there is no call, not even a call of a custom tool. */
  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /**
   * Adds a piece of a call.
   *
   * @returns the call that the piece changed, unless the host handles it
   */
  add(piece: Fields, reader: ReplyReader): GrowingCall | undefined {
    const { index: _index, id: _id, function: told, ...others } = piece;
    const { name, arguments: args, ...more } = reader.optionalObject(told, 'function of a tool call') ?? {};
    const id = idOf(piece);
    const text = writtenArguments(args, reader);
    const index = indexOf(piece, reader);
    const known =
      index === undefined ? this.withoutIndex(id) : (this.byIndex.get(index) ?? this.misplaced(piece, text));
    const isNew = known === undefined || isAnother(known, { id, name, text });
    const open = isNew ? this.begin(index ?? this.nextIndex, piece) : known;
    this.last = open;
    if (id !== undefined) this.identify(open, id);
    mergeDelta(open.sent, others);
    if (Object.keys(more).length > 0) mergeDelta(open.sent, { function: more });
    if (open.call === undefined) return undefined;
    rename(open, name);
    open.call.append(text);
    return open.call;
  }

  /**
   * Takes the calls of a whole message. Pieces of them may have come before.
   *
   * @param isGrowing - whether the calls so far came in whole messages too
   * @returns the calls that it changed, unless the host handles them
   */
  take(wholes: readonly Fields[], isGrowing: boolean, reader: ReplyReader): readonly GrowingCall[] {
    const before = this.ordered();
    const free = new Set(before);
    return wholes.flatMap((whole, position) => {
      const known = knownCall(whole, before[position], free, isGrowing);
      const open = known ?? this.begin(this.nextIndex, whole);
      free.delete(open);
      this.takeOne(open, whole, isGrowing, reader);
      return open.call ?? [];
    });
  }

  /** Marks every call as complete, because the server said that the message is. */
  finish(): void {
    for (const call of this.calls) call.isDone = true;
  }

  /** Returns the calls in the order of the model, and in the form of a whole message. */
  end(): { readonly calls: readonly GrowingCall[]; readonly sent: readonly Fields[] } {
    const ordered = this.ordered();
    return { calls: ordered.flatMap(({ call }) => call ?? []), sent: ordered.map(wholeCall) };
  }

  private ordered(): readonly OpenCall[] {
    return [...this.all].sort((a, b) => a.index - b.index);
  }

  private takeOne(open: OpenCall, whole: Fields, isGrowing: boolean, reader: ReplyReader): void {
    const { index: _index, id: _id, function: told, ...others } = whole;
    const { name, arguments: args, ...more } = reader.optionalObject(told, 'function of a tool call') ?? {};
    const id = idOf(whole);
    this.last = open;
    if (id !== undefined) this.identify(open, id);
    mergeWhole(open.sent, others, isGrowing);
    if (Object.keys(more).length > 0) mergeWhole(open.sent, { function: more }, isGrowing);
    if (open.call === undefined) return;
    rename(open, name);
    open.call.replace(wholeText(open.call.argumentsText, writtenArguments(args, reader), isGrowing));
  }

  /** Returns the call of a piece without an index: without a known id, the last call. */
  private withoutIndex(id: string | undefined): OpenCall | undefined {
    if (id === undefined) return this.last;
    return this.byId.get(id) ?? (this.last?.id === undefined ? this.last : undefined);
  }

  /** Returns the call of a piece whose index no call has: the open call if it can start none. */
  private misplaced({ id, function: told }: Fields, text: string): OpenCall | undefined {
    const { name } = isObject(told) ? told : {};
    return isNothing(id) && isNothing(name) && text !== '' && this.last?.call?.isClosed === false
      ? this.last
      : undefined;
  }

  private begin(index: number, piece: Fields): OpenCall {
    const call = isForHost(piece) ? undefined : new GrowingCall(makeCallId(), '');
    const before = this.calls.at(-1);
    if (before !== undefined) before.isSuperseded = true;
    if (call !== undefined) this.calls.push(call);
    const open: OpenCall = { index, id: undefined, call, sent: {}, name: '' };
    this.all.push(open);
    this.byIndex.set(index, open);
    this.nextIndex = Math.max(this.nextIndex, index + 1);
    return open;
  }

  private identify(open: OpenCall, id: string): void {
    if (open.id !== undefined) return;
    open.id = id;
    // If two calls have one id, the second keeps its new one.
    if (this.byId.has(id)) return;
    this.byId.set(id, open);
    if (open.call !== undefined) open.call.id = id;
  }
}

/**
 * Returns the call so far that a call of a whole message repeats: the one of its id, or the one at
 * its position, unless their names differ. Some servers give a call another id in each chunk. Then
 * its arguments have to be those of the call so far.
 *
 * @param atPosition - the call so far at the position in the message
 * @param free - the calls so far that no call of the message repeats yet
 */
function knownCall(
  whole: Fields,
  atPosition: OpenCall | undefined,
  free: ReadonlySet<OpenCall>,
  isGrowing: boolean,
): OpenCall | undefined {
  const id = idOf(whole);
  const hasKind = ({ call }: OpenCall): boolean => (call === undefined) === isForHost(whole);
  const named = id === undefined ? undefined : [...free].find((open) => open.id === id && hasKind(open));
  if (named !== undefined || atPosition === undefined || !free.has(atPosition) || !hasKind(atPosition)) return named;
  const { name, arguments: args } = isObject(whole['function']) ? whole['function'] : {};
  if (!isNothing(name) && atPosition.name !== '' && atPosition.name !== name) return undefined;
  if (id === undefined || atPosition.id === undefined) return atPosition;
  return !isGrowing && atPosition.call?.argumentsText === args ? atPosition : undefined;
}

function rename(open: OpenCall, name: unknown): void {
  if (open.call === undefined || typeof name !== 'string' || name === '') return;
  open.name = name;
  open.call.name = plainName(name);
}

/**
 * Returns whether a piece starts another call at the same index. Servers without indexes send such
 * pieces.
 */
function isAnother(
  { id: known, name: knownName, call }: OpenCall,
  { id, name, text }: { id: string | undefined; name: unknown; text: string },
): boolean {
  const hasName = typeof name === 'string' && name !== '';
  if (!hasName) return false;
  if (known !== undefined && id !== undefined) return known !== id;
  return knownName !== '' && call?.isClosed === true && text.trim() !== '';
}

function wholeCall({ call, sent, id, name }: OpenCall): Fields {
  const identified = { ...sent, id: call?.id ?? id };
  if (call === undefined) return identified;
  const told = sent['function'] as Fields | undefined;
  return { ...identified, function: { ...told, name, arguments: call.argumentsText } };
}

/** Returns the index of a piece, if it has one. Some servers send it as text. */
function indexOf({ index }: Fields, reader: ReplyReader): number | undefined {
  if (isNothing(index)) return undefined;
  const place = typeof index === 'string' ? Number(index) : index;
  return typeof place === 'number' && !Number.isNaN(place) ? place : reader.fail('index', 'a number', index);
}

function idOf({ id }: Fields): string | undefined {
  const text = typeof id === 'number' ? String(id) : optionalText(id);
  return text === '' ? undefined : text;
}
