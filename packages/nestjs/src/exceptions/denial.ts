import { messagesOf, type HttpExceptionLike } from './http-exception.js';
import { shortened } from './shortened.js';

/** The default texts of Nest. */
const NOBODYS_WORDS = [
  '',
  'Forbidden',
  'Forbidden resource',
  'Forbidden Exception',
  'Unauthorized',
  'Unauthorized Exception',
];

/** The longest reason, in characters. */
const LONGEST_REASON = 1_900;

/** Returns whether an exception means that the call is not allowed. */
export function isDenial(error: HttpExceptionLike): boolean {
  return error.getStatus() === 401 || error.getStatus() === 403;
}

/** Returns the text of a denial for the model. */
export function denialText(error: HttpExceptionLike): string {
  const reason = messagesOf(error).join('; ');
  if (NOBODYS_WORDS.includes(reason)) return 'The tool call was denied.';
  return `The tool call was denied: ${shortened(reason, LONGEST_REASON)}`;
}
