import { CallIds } from '../calls/call-ids.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import type { ModelTurn } from '../model-turn.js';
import { optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import type { TurnStream } from '../turn-stream.js';
import { isFunctionCall, RESPONSES, responsesTurn, stoppedBy } from './read-responses.js';
import type { ResponsesEvent, ResponsesItem } from './responses-types.js';

/** An unfinished item. */
interface OpenItem {
  item: Fields;
  readonly call: GrowingCall | undefined;
  /** The parts of a message so far. */
  readonly parts: Map<unknown, Fields>;
  isDone: boolean;
}

/** Assembles the events of a streamed response into the items of a whole reply. */
export class ResponsesStream<Item extends ResponsesItem> implements TurnStream<ResponsesEvent, Item> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private readonly items = new Map<number, OpenItem>();
  private readonly indexes = new Map<string, number>();
  private readonly ids = new CallIds();
  private nextIndex = 0;
  private stopped: string | undefined = 'stream ended';

  push(event: ResponsesEvent): readonly GrowingCall[] {
    const reader = new ReplyReader(RESPONSES, event);
    const facts = reader.root();
    const { type } = facts;
    if (type === 'error') return reader.refuse();
    const response = reader.optionalObject(facts['response'], 'response');
    if (response !== undefined && ENDS.has(type)) return this.finish(reader.withoutError(response), reader);
    const item = reader.optionalObject(facts['item'], 'item');
    const index = this.indexOf(facts, item);
    if (index === undefined) return NONE;
    // A server may omit the event for an added item.
    if (item !== undefined && type === 'response.output_item.added' && !this.items.has(index)) this.begin(index, item);
    if (item !== undefined && type === 'response.output_item.done') this.take(index, completed(item));
    const open = this.items.get(index);
    if (open === undefined) return NONE;
    this.add(open, facts, reader);
    return open.call === undefined ? NONE : [open.call];
  }

  end(): ModelTurn<Item> {
    const ordered = [...this.items].sort(([a], [b]) => a - b).map(([, open]) => open);
    const cut = new Set(ordered.filter(({ isDone }) => !isDone).map(({ item }) => item));
    const items = ordered.flatMap(wholeItem);
    const reader = new ReplyReader(RESPONSES, items);
    return responsesTurn(items, this.stopped, reader, (item) => cut.has(item)) as unknown as ModelTurn<Item>;
  }

  /** Reads the last event, which has the whole response with all items. */
  private finish(response: Fields, reader: ReplyReader): readonly GrowingCall[] {
    this.stopped = stoppedBy(response);
    for (const [index, item] of reader.objects(response['output'], 'output').entries()) this.take(index, item);
    if (this.stopped === undefined) for (const open of this.items.values()) close(open);
    return this.calls;
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

  private take(index: number, item: Fields): void {
    const open = this.items.get(index) ?? this.begin(index, item);
    const { call } = open;
    open.item = call === undefined ? item : { ...item, call_id: call.id };
    open.isDone = true;
    if (call === undefined || !isFunctionCall(item)) return;
    call.clear();
    call.append(optionalText(item['arguments']) ?? '');
    call.name = plainName(optionalText(item['name']) ?? '');
    call.isDone = item['status'] !== 'incomplete';
  }

  private begin(index: number, item: Fields): OpenItem {
    const isCall = isFunctionCall(item);
    const call = isCall
      ? new GrowingCall(this.ids.take(item['call_id']), plainName(optionalText(item['name']) ?? ''))
      : undefined;
    if (call !== undefined) this.calls.push(call);
    const begun = call === undefined ? item : { ...item, call_id: call.id };
    const open: OpenItem = { item: begun, call, parts: new Map(), isDone: false };
    this.items.set(index, open);
    this.nextIndex = Math.max(this.nextIndex, index + 1);
    return open;
  }

  private add({ call, parts }: OpenItem, facts: Fields, reader: ReplyReader): void {
    const { type, delta, arguments: whole, content_index: at = 0 } = facts;
    const kind = typeof type === 'string' ? TEXTS[type] : undefined;
    if (kind !== undefined) {
      const text = reader.text(delta, 'delta');
      if (kind === 'text') this.text += text;
      const part =
        parts.get(at) ?? (kind === 'text' ? { type: 'output_text', text: '', annotations: [] } : { type: kind });
      part[kind] = `${optionalText(part[kind]) ?? ''}${text}`;
      parts.set(at, part);
    }
    if (call === undefined) return;
    if (type === 'response.function_call_arguments.delta') call.append(reader.text(delta, 'delta'));
    if (type === 'response.function_call_arguments.done' && typeof whole === 'string') {
      call.clear();
      call.append(whole);
    }
  }
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
  // If the end of a call does not repeat the arguments, they come from its pieces.
  if (call !== undefined && typeof item['arguments'] !== 'object') item['arguments'] = call.argumentsText;
  if (call !== undefined) return [item];
  const said = [...parts.values()].filter((part) => part['text'] !== '' && part['refusal'] !== '');
  if (item['type'] !== 'message' || said.length === 0) return isDone ? [item] : [];
  if (isDone && Array.isArray(item['content']) && item['content'].length > 0) return [item];
  return [{ ...item, status: isDone ? 'completed' : 'incomplete', content: said }];
}

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed']);
/** The events with a piece of a message, and the field of the piece. */
const TEXTS: Readonly<Record<string, 'text' | 'refusal'>> = {
  'response.output_text.delta': 'text',
  'response.refusal.delta': 'refusal',
};
const NONE: readonly GrowingCall[] = [];
