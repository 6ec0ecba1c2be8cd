import { CallIds } from '../calls/call-ids.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import { writtenArguments } from '../calls/written-arguments.js';
import type { ModelTurn } from '../model-turn.js';
import { isNothing } from '../replies/is-nothing.js';
import { optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import type { TurnStream } from '../turn-stream.js';
import { isFunctionCall, RESPONSES, responsesTurn, stoppedBy, textOf } from './read-responses.js';
import type { ResponsesEvent, ResponsesItem } from './responses-types.js';

/** An unfinished item. */
interface OpenItem {
  item: Fields;
  readonly call: GrowingCall | undefined;
  /** The parts of a message so far. */
  readonly parts: Map<unknown, Fields>;
  /** The text of a message so far. */
  said: string;
  isDone: boolean;
  /** Whether the id of the call is still unknown, because a piece of the item came first. */
  isLate: boolean;
}

/** Assembles the events of a streamed response into the items of a whole reply. */
export class ResponsesStream<Item extends ResponsesItem> implements TurnStream<ResponsesEvent, Item> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private items = new Map<number, OpenItem>();
  private indexes = new Map<string, number>();
  private ids = new CallIds();
  private nextIndex = 0;
  private stopped: string | undefined = 'stream ended';
  private turn: string | undefined;

  push(event: ResponsesEvent): readonly GrowingCall[] {
    const reader = new ReplyReader(RESPONSES, event);
    const facts = reader.root();
    const type = reader.eventType(facts, FIELDS);
    if (type === 'error') return reader.refuse();
    // Some servers send the whole reply as the only event.
    if (type === undefined && Array.isArray(facts['output'])) return this.finish(facts, reader);
    const response = reader.optionalObject(facts['response'], 'response');
    if (response !== undefined && ENDS.has(type)) return this.finish(reader.withoutError(response), reader);
    if (type === 'response.created') return this.restart(response, reader);
    const item = reader.optionalObject(facts['item'], 'item');
    const owner = type !== undefined && Object.hasOwn(OWNERS, type) ? OWNERS[type] : undefined;
    const index = this.indexOf(facts, item) ?? (owner === undefined ? undefined : this.lastOf(owner, facts));
    if (index === undefined) return NONE;
    // A server may omit the event for an added item.
    if (item !== undefined && type === 'response.output_item.added' && !this.items.has(index))
      this.begin(index, item, reader);
    if (item !== undefined && type === 'response.output_item.done') this.take(index, completed(item), reader);
    const open =
      this.items.get(index) ?? (owner === undefined ? undefined : this.beginLate(index, owner, facts, reader));
    if (open === undefined) return NONE;
    if (owner !== undefined && open.item['type'] !== owner)
      return reader.fail(`item ${index}`, `one of type ${owner}`, open.item);
    this.add(open, facts, reader);
    return open.call === undefined ? NONE : [open.call];
  }

  end(): ModelTurn<Item> {
    const ordered = [...this.items].sort(([a], [b]) => a - b).map(([, open]) => open);
    const cut = new Set(ordered.filter(({ isDone }) => !isDone).map(({ item }) => item));
    const items = ordered.flatMap(wholeItem);
    const reader = new ReplyReader(RESPONSES, items);
    const known = { turn: this.turn, isCut: (item: Fields) => cut.has(item) };
    return responsesTurn(items, this.stopped, reader, known) as unknown as ModelTurn<Item>;
  }

  /** Reads the last event, which has the whole response with all items. */
  private finish(response: Fields, reader: ReplyReader): readonly GrowingCall[] {
    this.stopped = stoppedBy(response);
    this.turn = turnId(response['id']) ?? this.turn;
    const untaken = new Map(this.items);
    for (const [position, item] of reader.objects(response['output'], 'output').entries()) {
      const index = this.placeOf(position, item, untaken);
      untaken.delete(index);
      this.take(index, item, reader);
    }
    if (this.stopped === undefined) for (const open of this.items.values()) close(open);
    return this.calls;
  }

  /**
   * Starts the response again: a second start makes the earlier items void. Some servers send items
   * here.
   */
  private restart(response: Fields | undefined, reader: ReplyReader): readonly GrowingCall[] {
    this.calls.length = 0;
    this.items = new Map();
    this.indexes = new Map();
    this.ids = new CallIds();
    this.nextIndex = 0;
    this.stopped = 'stream ended';
    this.turn = turnId(response?.['id']);
    this.text = '';
    for (const [index, item] of reader.objects(response?.['output'], 'output').entries())
      this.begin(index, item, reader);
    return [...this.calls];
  }

  /**
   * Returns the index of an item of the whole response: of the item with its id, or else its
   * position. A server may leave out items that it streamed.
   *
   * @param untaken - the streamed items that no item of the response repeats yet
   */
  private placeOf(position: number, item: Fields, untaken: ReadonlyMap<number, OpenItem>): number {
    const atPosition = untaken.get(position)?.item;
    for (const key of ['id', 'call_id']) {
      const isSame = (one: Fields | undefined): boolean =>
        one?.['type'] === item['type'] && typeof item[key] === 'string' && one?.[key] === item[key];
      if (isSame(atPosition)) return position;
      const [found] = [...untaken].find(([, open]) => isSame(open.item)) ?? [];
      if (found !== undefined) return found;
    }
    const isFree = atPosition === undefined ? !this.items.has(position) : atPosition['type'] === item['type'];
    return isFree ? position : this.nextIndex;
  }

  /**
   * Returns the index of an item. If a server omits it, the id of the item or the order gives it.
   */
  private indexOf({ output_index: index, item_id: itemId }: Fields, item: Fields | undefined): number | undefined {
    const id = optionalText(itemId) ?? optionalText(item?.['id']);
    if (typeof index === 'number') {
      if (id !== undefined) this.indexes.set(id, index);
      return index;
    }
    const known = id === undefined ? undefined : this.indexes.get(id);
    if (known !== undefined || item === undefined) return known;
    if (id !== undefined) this.indexes.set(id, this.nextIndex);
    return this.nextIndex;
  }

  private take(index: number, item: Fields, reader: ReplyReader): void {
    const kind = reader.type(item, `item ${index}`);
    const open = this.items.get(index) ?? this.begin(index, item, reader);
    if (kind !== open.item['type'])
      return reader.fail(`item ${index}`, `one of type ${String(open.item['type'])}`, item);
    const { call } = open;
    open.isDone = true;
    if (call === undefined) {
      open.item = item;
      this.say(open, textOf(item, reader) || open.said);
      return;
    }
    const { name, arguments: args } = item;
    if (open.isLate) call.id = this.ids.take(item['call_id']);
    open.isLate = false;
    open.item = { ...item, call_id: call.id, ...(isNothing(name) ? { name: open.item['name'] } : {}) };
    if (!isNothing(name)) call.name = plainName(optionalText(name) ?? '');
    // If the end of a call does not repeat the arguments, they come from its pieces.
    if (!isNothing(args)) call.replace(writtenArguments(args, reader));
    call.isDone = item['status'] !== 'incomplete';
  }

  private begin(index: number, item: Fields, reader: ReplyReader): OpenItem {
    reader.type(item, `item ${index}`);
    const call = isFunctionCall(item)
      ? new GrowingCall(this.ids.take(item['call_id']), plainName(optionalText(item['name']) ?? ''))
      : undefined;
    // Pieces follow an empty text. Servers without pieces send the whole arguments here.
    call?.give(writtenArguments(item['arguments'], reader));
    if (call !== undefined) this.calls.push(call);
    const begun = call === undefined ? item : { ...item, call_id: call.id };
    const open: OpenItem = { item: begun, call, parts: new Map(), said: '', isDone: false, isLate: false };
    this.items.set(index, open);
    this.nextIndex = Math.max(this.nextIndex, index + 1);
    this.say(open, textOf(item, reader));
    return open;
  }

  /** Begins the item of a piece, if a server omits the event for an added item. */
  private beginLate(index: number, type: string, { item_id: itemId, name }: Fields, reader: ReplyReader): OpenItem {
    const id = optionalText(itemId);
    const identified = { type, ...(id === undefined ? {} : { id }), status: 'in_progress' };
    const item = type === 'message' ? { ...identified, role: 'assistant', content: [] } : { ...identified, name };
    if (id !== undefined) this.indexes.set(id, index);
    const open = this.begin(index, item, reader);
    open.isLate = true;
    return open;
  }

  /**
   * Returns the index for a piece whose item is unknown: the last item, if it is open and the piece
   * names no other.
   */
  private lastOf(type: string, { item_id: itemId }: Fields): number {
    const [index, open] = [...this.items].at(-1) ?? [];
    const isOpen = open?.item['type'] === type && !open.isDone && isNothing(itemId);
    return index !== undefined && isOpen ? index : this.nextIndex;
  }

  private add(open: OpenItem, facts: Fields, reader: ReplyReader): void {
    const { call, parts } = open;
    const { type, delta, arguments: whole, content_index: at = 0 } = facts;
    const kind = typeof type === 'string' ? TEXTS[type] : undefined;
    if (kind !== undefined) {
      const text = reader.text(delta, 'delta');
      // Pieces take the place of a text at the start of the item.
      if (parts.size === 0) this.say(open, '');
      const part = parts.get(at) ?? newPart(kind);
      part[kind] = `${optionalText(part[kind]) ?? ''}${text}`;
      parts.set(at, part);
      if (kind !== 'text') return;
      open.said += text;
      this.text += text;
    }
    const ended = typeof type === 'string' ? WHOLE_TEXTS[type] : undefined;
    if (ended !== undefined) {
      const text = reader.text(facts[ended], ended);
      if (text !== '') parts.set(at, { ...(parts.get(at) ?? newPart(ended)), [ended]: text });
      const said = [...parts.values()].map((part) => optionalText(part['text']) ?? '').join('');
      if (parts.size > 0) this.say(open, said);
    }
    if (call === undefined) return;
    if (type === 'response.function_call_arguments.delta') call.append(reader.text(delta, 'delta'));
    if (type === 'response.function_call_arguments.done' && !isNothing(whole))
      call.replace(writtenArguments(whole, reader));
  }

  /** Notes the whole text of a message, which may differ from its pieces. */
  private say(open: OpenItem, text: string): void {
    if (open.said === text) return;
    open.said = text;
    this.text = [...this.items.values()].map(({ said }) => said).join('');
  }
}

function newPart(kind: 'text' | 'refusal'): Fields {
  return kind === 'text' ? { type: 'output_text', text: '', annotations: [] } : { type: kind };
}

/** Returns a call as complete if its event says so, even if its status is outdated. */
function completed(item: Fields): Fields {
  return isFunctionCall(item) && item['status'] === 'in_progress' ? { ...item, status: 'completed' } : item;
}

function close(open: OpenItem): void {
  open.isDone = true;
  if (open.call !== undefined) open.call.isDone = true;
}

/**
 * Returns the part of an unfinished item that a history may contain: a call, which gets an answer,
 * or a message. Thoughts cannot be repeated in part.
 */
function wholeItem(open: OpenItem): readonly Fields[] {
  const { item, isDone, call, parts } = open;
  if (call !== undefined) item['arguments'] = call.argumentsText;
  if (call !== undefined) return [item];
  const said = [...parts.values()].filter((part) => part['text'] !== '' && part['refusal'] !== '');
  const isWhole = Array.isArray(item['content']) && item['content'].length > 0;
  if (item['type'] === 'message' && !isDone && isWhole && said.length === 0) return [{ ...item, status: 'incomplete' }];
  if (item['type'] !== 'message' || said.length === 0) return isDone ? [item] : [];
  if (isDone && isWhole) return [item];
  return [{ ...item, status: isDone ? 'completed' : 'incomplete', content: said }];
}

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed']);
/** The events with a piece of a message, and the field of the piece. */
const TEXTS: Readonly<Record<string, 'text' | 'refusal'>> = {
  'response.output_text.delta': 'text',
  'response.refusal.delta': 'refusal',
};
/** The events with a whole part of a message, and the field of the text. */
const WHOLE_TEXTS: Readonly<Record<string, 'text' | 'refusal'>> = {
  'response.output_text.done': 'text',
  'response.refusal.done': 'refusal',
};
/** The type of the items that the known types of pieces belong to. */
const OWNERS: Readonly<Record<string, string>> = {
  'response.output_text.delta': 'message',
  'response.output_text.done': 'message',
  'response.refusal.delta': 'message',
  'response.refusal.done': 'message',
  'response.function_call_arguments.delta': 'function_call',
  'response.function_call_arguments.done': 'function_call',
};
const NONE: readonly GrowingCall[] = [];
/** The fields of events about the response. */
const FIELDS: readonly string[] = ['response', 'item', 'output_index', 'item_id', 'delta'];
