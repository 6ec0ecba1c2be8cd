import { isObject } from '@haft/schema/internal';
import type { Fields } from '../replies/reply-reader.js';

/**
 * Returns whether a call, or its first piece, is of a custom tool, which the host handles. Its
 * content is in the field of its type. Every other call is of a function, even if a server omits
 * the type or the function. So the model learns that it called an unknown tool.
 */
export function isForHost(call: Fields): boolean {
  const { function: told, type } = call;
  if (told !== undefined && told !== null) return false;
  return type === 'custom' || isObject(call[typeof type === 'string' ? type : 'custom']);
}
