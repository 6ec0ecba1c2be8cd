import { isObject } from '@haft/schema/internal';
import { CallIds } from '../calls/call-ids.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { programOf } from '../calls/program-of.js';
import { replayedText } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import { fullText, optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import { wholeTurn } from '../replies/whole-turn.js';

/** The name of the API in errors. */
export const RESPONSES = 'OpenAI Responses';

/** Reads a whole reply. */
export function readResponses<Item>(reply: unknown): ModelTurn<Item> {
  const reader = new ReplyReader(RESPONSES, reply);
  const response = reader.root();
  const { output } = response;
  if (!Array.isArray(output)) return reader.fail('output', 'a list', output);
  const items = reader.objects(output, 'output');
  for (const [index, item] of items.entries()) reader.type(item, `output[${index}]`);
  return responsesTurn(items, stoppedBy(response), reader, { turn: turnId(response['id']) }) as ModelTurn<Item>;
}

/**
 * Reads the turn of complete or assembled items.
 *
 * @param known.turn - the id of the reply
 * @param known.isCut - whether the stream ended inside an item
 */
export function responsesTurn(
  output: readonly Fields[],
  stopped: string | undefined,
  reader: ReplyReader,
  { turn, isCut = () => false }: { readonly turn: string | undefined; readonly isCut?: (item: Fields) => boolean },
): ModelTurn<Fields> {
  const ids = new CallIds(turn);
  const last = output.at(-1);
  const read = output.filter(isFunctionCall).map((item): IdentifiedCall => {
    const { call_id: id, name, arguments: args, caller } = item;
    const read = { name: plainName(optionalText(name) ?? ''), arguments: args ?? {} };
    const call = ids.call(id, { ...read, ...programOf(caller, 'caller_id', reader) });
    return isCut(item) || isIncomplete(item, stopped) ? { ...call, truncated: true } : call;
  });
  const calls = truncatedLast(read, stopped, last !== undefined && isFunctionCall(last));
  let index = 0;
  const history = output.map((item) => {
    const call = isFunctionCall(item) ? calls[index++] : undefined;
    return call === undefined ? item : replayedItem(item, call);
  });
  return wholeTurn({ calls, history, text: output.map((item) => textOf(item, reader)).join(''), stopped });
}

/** Returns why a reply is incomplete, or undefined if it is complete. */
export function stoppedBy({ status, incomplete_details: details }: Fields): string | undefined {
  const told = fullText(status);
  if (told === undefined || told === 'completed') return undefined;
  return (isObject(details) ? fullText(details['reason']) : undefined) ?? told;
}

/** Returns whether an item calls a Haft tool. */
export function isFunctionCall({ type }: Fields): boolean {
  return type === 'function_call';
}

/**
 * Returns whether a call was cut off. Some servers leave the items of a completed reply
 * `in_progress`. They are complete, because the reply is.
 */
function isIncomplete({ status }: Fields, stopped: string | undefined): boolean {
  return status === 'incomplete' || (status === 'in_progress' && stopped !== undefined);
}

/** Returns a call for a history. It keeps the namespace, so that the provider finds the tool. */
function replayedItem(item: Fields, call: IdentifiedCall): Fields {
  const replayed = { call_id: call.id, name: replayedName(call.name), arguments: replayedText(call) };
  return { ...item, ...replayed, ...('status' in item ? { status: 'completed' } : {}) };
}

/** Returns the text of an item for the user. */
export function textOf({ type, content }: Fields, reader: ReplyReader): string {
  if (type !== 'message') return '';
  const parts = reader.objects(content, 'content of a message');
  return parts
    .map((part) =>
      reader.type(part, 'a part of a message') === 'output_text' ? reader.text(part['text'], 'text') : '',
    )
    .join('');
}
