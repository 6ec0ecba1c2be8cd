import type { JsonSchemaObject, Path } from '@haft/schema';
import { hidesValue } from '@haft/schema/internal';
import { valueAt } from '../value/value-at.js';
import { MessagePlaces, type MessageTable } from './message-places.js';

/** The text that the author of a DTO wrote for a rule at a path of the arguments; undefined where there is none. */
export type AuthorMessages = (path: Path, rule: string) => string | undefined;

/** By the identity of the schema, which a tool parses once: gone with the tool. */
const known = new WeakMap<JsonSchemaObject, MessagePlaces>();

/**
 * Finds the author's texts for issues of one arguments object.
 *
 * @param value - the arguments: `$value` in a text stands for what is there
 * @param sensitive - paths whose values no text shows
 */
export function authorMessages(
  schema: JsonSchemaObject,
  table: MessageTable,
  value: unknown,
  sensitive: readonly Path[],
): AuthorMessages {
  let places = known.get(schema);
  if (places?.table !== table) known.set(schema, (places = new MessagePlaces(schema, table)));
  const { root } = places;
  return (path, rule) => {
    const text = root.at(path).textOf(rule);
    return text?.includes('$value') === true ? filled(text, valueAt(value, path), path, sensitive) : text;
  };
}

/** As class-validator does: texts, numbers and booleans are filled in, anything else leaves `$value` as it is. */
function filled(text: string, value: unknown, path: Path, sensitive: readonly Path[]): string {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return text;
  const shown = hidesValue(sensitive, path, value) ? '(hidden)' : String(value);
  return text.replaceAll('$value', () => shown);
}
