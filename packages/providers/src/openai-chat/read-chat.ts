import { callIdOf } from '../calls/call-id.js';
import { plainName, replayedName } from '../calls/plain-name.js';
import { replayedText } from '../calls/replayed-arguments.js';
import { truncatedLast } from '../calls/truncated-last.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import { stoppedBy } from './stopped-by.js';
import type { ChatReply, ChatReplyMessage, ChatToolCall } from './chat-types.js';

/** The turn of a whole reply: of its first choice, since the others are alternatives. */
export function readChat<Message extends ChatReplyMessage>({ choices }: ChatReply<Message>): ModelTurn<Message> {
  const [choice] = choices;
  if (choice === undefined) return { calls: [], history: [], text: '', stopped: 'no choice' };
  const { message } = choice;
  const stopped = stoppedBy(choice.finish_reason);
  const calls = truncatedLast(callsOf(message), stopped);
  return { calls, history: [withCalls(message, calls)], text: message.content ?? '', stopped };
}

function callsOf({ tool_calls: sent }: ChatReplyMessage): readonly IdentifiedCall[] {
  const calls: IdentifiedCall[] = [];
  for (const call of sent ?? []) {
    if (!isFunctionCall(call)) continue;
    const { name, arguments: args } = call.function;
    calls.push({ id: callIdOf(call.id, calls), name: plainName(name), arguments: args });
  }
  return calls;
}

/** The message with its calls as they may be repeated. Custom tools are the host's own: their calls stay as they are. */
function withCalls<Message extends ChatReplyMessage>(message: Message, calls: readonly IdentifiedCall[]): Message {
  if (calls.length === 0) return message;
  let index = 0;
  const mended = message.tool_calls?.map((call) => {
    const read = isFunctionCall(call) ? calls[index++] : undefined;
    return read === undefined ? call : { ...call, ...replayedCall(read) };
  });
  return { ...message, tool_calls: mended };
}

/** Some servers that speak this protocol leave the type out. */
function isFunctionCall(call: object): call is ChatToolCall {
  return 'function' in call;
}

/** A call as it stands in a history. */
export function replayedCall(call: IdentifiedCall): ChatToolCall {
  return { id: call.id, type: 'function', function: { name: replayedName(call.name), arguments: replayedText(call) } };
}
