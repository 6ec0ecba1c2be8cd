import type { JsonSchemaObject, Path } from '@haft/schema';
import { hidesValue } from '@haft/schema/internal';
import { valueAt } from '../value/value-at.js';
import { MessagePlaces, type MessageTable } from './message-places.js';

/** A function that returns the message of the author of a DTO for a rule at a path, if any. */
export type AuthorMessages = (path: Path, rule: string) => string | undefined;

/** The places by schema object. A tool parses its schema once. */
const known = new WeakMap<JsonSchemaObject, MessagePlaces>();

/**
 * Returns the messages of the author for issues of one arguments object.
 *
 * @param value - the arguments, for `$value` in a message
 * @param sensitive - paths of values for no text
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

/** Replaces `$value` like class-validator, only by strings, numbers and booleans. */
function filled(text: string, value: unknown, path: Path, sensitive: readonly Path[]): string {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return text;
  const shown = hidesValue(sensitive, path, value) ? '(hidden)' : String(value);
  return text.replaceAll('$value', () => shown);
}
