import { isObject } from '@haft/schema/internal';
import { CallIds } from '../calls/call-ids.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { replayedText } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import { isNothing } from '../replies/is-nothing.js';
import { optionalText, ReplyReader, type Fields } from '../replies/reply-reader.js';
import { turnId } from '../replies/turn-id.js';
import { wholeTurn } from '../replies/whole-turn.js';
import { chatText } from './chat-content.js';
import { isForHost } from './is-for-host.js';
import { stoppedBy } from './stopped-by.js';

/** The name of the API in errors. */
export const CHAT = 'OpenAI Chat Completions';

/** The end of a stream that the provider did not finish. */
export interface LostStream {
  /** Returns whether each call is complete, by its position in the message. */
  readonly isWhole: (index: number) => boolean;
}

/** Reads the first choice of a whole reply. The others are alternatives. */
export function readChat<Message>(reply: unknown): ModelTurn<Message> {
  const reader = new ReplyReader(CHAT, reply);
  const { id, choices } = reader.root();
  if (!Array.isArray(choices)) return reader.fail('choices', 'a list', choices);
  const [first] = choices as readonly unknown[];
  if (first === undefined) return { calls: [], history: [], text: '', stopped: 'no choice' };
  const { message, finish_reason: reason } = reader.withoutError(reader.object(first, 'choices[0]'));
  const received = reader.object(message, 'choices[0].message');
  return chatTurn(received, stoppedBy(reason), reader, { turn: turnId(id) }) as ModelTurn<Message>;
}

/**
 * Reads the turn of a complete or assembled message.
 *
 * @param known.turn - the id of the reply
 * @param known.lost - set if the stream ended before the provider said so
 */
export function chatTurn(
  received: Fields,
  stopped: string | undefined,
  reader: ReplyReader,
  { turn, lost }: { readonly turn: string | undefined; readonly lost?: LostStream | undefined },
): ModelTurn<Fields> {
  const message = withToolCalls(received, reader);
  const sent = reader.objects(message['tool_calls'], 'tool_calls');
  const ids = new CallIds(turn);
  const read = sent.filter(isFunctionCall).map((call) => callOf(call, ids, reader));
  const calls =
    lost === undefined
      ? truncatedLast(read, stopped)
      : read.map((call, index): IdentifiedCall => (lost.isWhole(index) ? call : { ...call, truncated: true }));
  const text = chatText(message['content'], reader);
  const history = saysNothing(message) ? [] : [withCalls(message, sent, calls)];
  return wholeTurn({ calls, history, text, stopped });
}

/**
 * Returns the message with the call of `function_call` among its tool calls. If a server uses the
 * older form, it gets the newer one back, because the request has `tools`. If it sends both forms,
 * they are the same call.
 */
function withToolCalls(message: Fields, reader: ReplyReader): Fields {
  const { function_call: legacy, ...others } = message;
  const call = reader.optionalObject(legacy, 'function_call');
  if (call === undefined) return message;
  if (reader.list(message['tool_calls'], 'tool_calls').length > 0) return others;
  return { ...others, tool_calls: [{ type: 'function', function: call }] };
}

function callOf(call: Fields, ids: CallIds, reader: ReplyReader): IdentifiedCall {
  const { name, arguments: args } = reader.optionalObject(call['function'], 'function of a tool call') ?? {};
  return ids.call(call['id'], { name: plainName(optionalText(name) ?? ''), arguments: given(args) });
}

/** Returns the arguments of a call. An empty text means no arguments. */
function given(args: unknown): unknown {
  return args === undefined || args === null || args === '' ? {} : args;
}

/**
 * Returns the message for a history. Calls of custom tools stay unchanged, because the host handles
 * them.
 */
function withCalls(message: Fields, sent: readonly Fields[], calls: readonly IdentifiedCall[]): Fields {
  if (calls.length === 0) return message;
  let index = 0;
  const replayed = sent.map((call) => {
    const read = isFunctionCall(call) ? calls[index++] : undefined;
    return read === undefined ? call : replayedCall(call, read);
  });
  return { ...message, tool_calls: replayed };
}

function isFunctionCall(call: Fields): boolean {
  return !isForHost(call);
}

/** Returns a call for a history. A server needs its additional fields again. */
function replayedCall(sent: Fields, call: IdentifiedCall): Fields {
  const told = isObject(sent['function']) ? sent['function'] : {};
  const replayed = { ...told, name: replayedName(call.name), arguments: replayedText(call) };
  return { ...sent, id: call.id, type: 'function', function: replayed };
}

/** Returns whether a message has only thoughts. A history must not contain such a message. */
function saysNothing(message: Fields): boolean {
  return Object.entries(message).every(([key, value]) => THOUGHTS.has(key) || isNothing(value));
}

const THOUGHTS: ReadonlySet<string> = new Set(['role', 'reasoning_content', 'reasoning', 'reasoning_details']);
