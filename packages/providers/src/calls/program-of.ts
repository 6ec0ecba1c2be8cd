import type { ToolCall } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import { optionalText, type ReplyReader } from '../replies/reply-reader.js';
import { isNothing } from '../replies/is-nothing.js';

/**
 * Reads the program that makes a call. Without one, or with `direct`, the model makes it.
 *
 * @param idField - the field with the id of the program
 */
export function programOf(caller: unknown, idField: string, reader: ReplyReader): Pick<ToolCall, 'program'> {
  if (isNothing(caller)) return {};
  if (!isObject(caller)) return reader.fail('caller', 'an object', caller);
  if (caller['type'] === 'direct') return {};
  const program = optionalText(caller[idField]);
  return program === undefined ? reader.fail(`caller.${idField}`, 'the id of a program', caller) : { program };
}
