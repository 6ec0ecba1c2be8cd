import { callIdOf } from '../calls/call-id.js';
import { GrowingCall } from '../calls/growing-call.js';
import { plainName } from '../calls/plain-name.js';
import type { ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import { isFunctionCall, responsesTurn, stoppedBy } from './read-responses.js';
import type { ResponsesEvent, ResponsesItem, ResponsesMessage } from './responses-types.js';

/** An item that is put together. */
interface OpenItem {
  item: ResponsesItem;
  readonly call: GrowingCall | undefined;
  text: string;
  isDone: boolean;
}

/** Puts the events of a streamed response together. */
export class ResponsesStream<Item extends ResponsesItem> implements TurnStream<ResponsesEvent, Item> {
  readonly calls: GrowingCall[] = [];
  text = '';
  private readonly items = new Map<number, OpenItem>();
  private stopped: string | undefined = 'stream ended';

  push(event: ResponsesEvent): readonly GrowingCall[] {
    const { type, output_index: index, item, response } = event;
    if (response !== undefined && ENDS.has(type)) this.stopped = stoppedBy(response);
    if (index === undefined) return NONE;
    if (item !== undefined && type === 'response.output_item.added') this.begin(index, item);
    // A server may leave out that an item was added.
    if (item !== undefined && type === 'response.output_item.done')
      this.finish(this.items.get(index) ?? this.begin(index, item), item);
    const open = this.items.get(index);
    if (open === undefined) return NONE;
    this.add(open, event);
    return open.call === undefined ? NONE : [open.call];
  }

  end(): ModelTurn<Item> {
    const items = [...this.items.entries()].sort(([a], [b]) => a - b).map(([, open]) => open);
    const calls = items.flatMap(({ call }) => (call === undefined ? [] : [call.finished()]));
    return responsesTurn(items.flatMap(wholeItem) as unknown as readonly Item[], calls, this.stopped);
  }

  private begin(index: number, item: ResponsesItem): OpenItem {
    const call = isFunctionCall(item)
      ? new GrowingCall(callIdOf(item.call_id, this.calls), plainName(item.name))
      : undefined;
    if (call !== undefined) this.calls.push(call);
    const open = { item, call, text: '', isDone: false };
    this.items.set(index, open);
    return open;
  }

  private add(open: OpenItem, { type, delta, arguments: whole }: ResponsesEvent): void {
    const { call } = open;
    if (type === 'response.output_text.delta' && typeof delta === 'string') {
      this.text += delta;
      open.text += delta;
    }
    if (call === undefined) return;
    if (type === 'response.function_call_arguments.delta' && typeof delta === 'string') call.argumentsText += delta;
    if (type === 'response.function_call_arguments.done' && whole !== undefined) call.argumentsText = whole;
  }

  /** The item says what its pieces said, and whether it is whole. */
  private finish(open: OpenItem, item: ResponsesItem): void {
    open.item = item;
    open.isDone = true;
    if (open.call === undefined || !isFunctionCall(item)) return;
    open.call.argumentsText = item.arguments;
    open.call.name = plainName(item.name);
    open.call.isComplete = item.status !== 'incomplete' && item.status !== 'in_progress';
  }
}

/** Of an item that was cut off: a call (which is answered), what was said; thoughts cannot be repeated in part. */
function wholeItem({ item, isDone, call, text }: OpenItem): readonly ResponsesItem[] {
  if (isDone || call !== undefined) return [item];
  if (item.type !== 'message' || text === '') return [];
  const message: ResponsesMessage = {
    ...(item as ResponsesMessage),
    status: 'incomplete',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  return [message];
}

const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);
const NONE: readonly GrowingCall[] = [];
