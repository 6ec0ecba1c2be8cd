import type { RuleMessages, TypeModel } from '../model.js';

/** The author's texts by JSON pointer of the schema that they belong to; undefined when there are none. */
export function messagesOf({
  schema,
  messages,
}: Pick<TypeModel, 'schema' | 'messages'>): Readonly<Record<string, RuleMessages>> | undefined {
  if (messages === undefined || messages.size === 0) return undefined;
  const found: Record<string, RuleMessages> = {};
  walk(schema, '', (one, pointer) => {
    const texts = messages.get(one);
    if (texts !== undefined) found[pointer] = texts;
  });
  return found;
}

function walk(value: unknown, pointer: string, visit: (one: object, pointer: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value, pointer);
  for (const [key, one] of Object.entries(value)) walk(one, `${pointer}/${escapePart(key)}`, visit);
}

function escapePart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
