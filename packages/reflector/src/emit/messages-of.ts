import type { RuleMessages, TypeModel } from '../model.js';
import { visitPointers } from '../types/write/schema-pointers.js';

/**
 * Returns the author's messages by JSON pointer of their schema, or undefined if there are none.
 */
export function messagesOf({
  schema,
  messages,
}: Pick<TypeModel, 'schema' | 'messages'>): Readonly<Record<string, RuleMessages>> | undefined {
  if (messages === undefined || messages.size === 0) return undefined;
  const found: Record<string, RuleMessages> = {};
  visitPointers(schema, (one, pointer) => {
    const texts = messages.get(one);
    if (texts !== undefined) found[pointer] = texts;
  });
  return found;
}
