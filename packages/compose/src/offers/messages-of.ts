import { HaftError, kindOf, ToolResult, type ContentPart, type PromptMessage } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/** A message of a prompt for a client. */
export interface ReadMessage {
  readonly role: PromptMessage['role'];
  readonly parts: readonly ContentPart[];
}

/**
 * Returns the messages of a prompt for the result of its method: a text is one message of the user,
 * and each part of a `ToolResult` too.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the result is something else
 */
export function messagesOf(result: unknown): ToolResult<readonly ReadMessage[]> {
  const value = readMessages(result);
  const texts = value.flatMap(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)),
  );
  return new ToolResult({ value, content: texts.join('\n') });
}

function readMessages(result: unknown): readonly ReadMessage[] {
  if (typeof result === 'string') return [ofUser({ type: 'text', text: result })];
  if (Array.isArray(result)) return (result as readonly unknown[]).map(readMessage);
  if (result instanceof ToolResult) return messagesOfResult(result);
  throw noMessages(result);
}

function messagesOfResult({ content, value }: ToolResult): readonly ReadMessage[] {
  return typeof content === 'object' ? content.map(ofUser) : readMessages(content ?? value);
}

function readMessage(message: unknown): ReadMessage {
  if (!isMessage(message)) throw noMessages(message);
  const { role } = message;
  return { role, parts: 'parts' in message ? message.parts : [{ type: 'text', text: message.text }] };
}

function isMessage(message: unknown): message is PromptMessage {
  if (!isObject(message) || (message['role'] !== 'user' && message['role'] !== 'assistant')) return false;
  return typeof message['text'] === 'string' || Array.isArray(message['parts']);
}

function ofUser(part: ContentPart): ReadMessage {
  return { role: 'user', parts: [part] };
}

function noMessages(value: unknown): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `A prompt returned ${kindOf(value)} for a message.`, {
    hint: "Return a text, a list of { role: 'user', text } and { role: 'assistant', text }, or a ToolResult of parts.",
  });
}
