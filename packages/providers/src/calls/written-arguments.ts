import type { ReplyReader } from '../replies/reply-reader.js';

/**
 * Returns the text of arguments, which is empty if there are none. Some servers send an object, in
 * one piece.
 */
export function writtenArguments(args: unknown, reader: ReplyReader): string {
  if (args === undefined || args === null) return '';
  return typeof args === 'string' ? args : reader.json(args, 'arguments of a tool call');
}
