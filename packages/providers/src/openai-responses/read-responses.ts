import { callIdOf } from '../calls/call-id.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { replayedText } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type { ResponsesFunctionCall, ResponsesItem, ResponsesMessage, ResponsesReply } from './responses-types.js';

/** The turn of a whole reply. */
export function readResponses<Item extends ResponsesItem>(reply: ResponsesReply<Item>): ModelTurn<Item> {
  const calls: IdentifiedCall[] = [];
  for (const item of reply.output) if (isFunctionCall(item)) calls.push(callOf(item, calls));
  return responsesTurn(reply.output, calls, stoppedBy(reply));
}

/** The turn of items whose calls are read. */
export function responsesTurn<Item extends ResponsesItem>(
  output: readonly Item[],
  read: readonly IdentifiedCall[],
  stopped: string | undefined,
): ModelTurn<Item> {
  const last = output.at(-1);
  const calls = truncatedLast(read, stopped, last !== undefined && isFunctionCall(last));
  let index = 0;
  const history = output.map((item) => {
    const call = isFunctionCall(item) ? calls[index++] : undefined;
    return call === undefined ? item : replayedItem(item, call);
  });
  return { calls, history, text: output.map(textOf).join(''), stopped };
}

/** Why a reply is not whole; undefined when it is. */
export function stoppedBy({ status, incomplete_details: details }: ResponsesReply): string | undefined {
  if (status === undefined || status === 'completed') return undefined;
  return details?.reason ?? status;
}

/** A call of one of our tools. */
export function isFunctionCall(item: ResponsesItem): item is ResponsesFunctionCall {
  return item.type === 'function_call';
}

function callOf(item: ResponsesFunctionCall, before: readonly IdentifiedCall[]): IdentifiedCall {
  const call = { id: callIdOf(item.call_id, before), name: plainName(item.name), arguments: item.arguments };
  return item.status === 'incomplete' || item.status === 'in_progress' ? { ...call, truncated: true } : call;
}

/** The namespace stays, so that the provider finds the tool that was called. */
function replayedItem<Item extends ResponsesItem>(item: Item, call: IdentifiedCall): Item {
  const replayed = { call_id: call.id, name: replayedName(call.name), arguments: replayedText(call) };
  return { ...item, ...replayed, ...('status' in item ? { status: 'completed' } : {}) };
}

function textOf(item: ResponsesItem): string {
  if (item.type !== 'message') return '';
  return (item as ResponsesMessage).content.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
}
