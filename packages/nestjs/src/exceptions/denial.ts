import { messagesOf, type HttpExceptionLike } from './http-exception.js';
import { shortened } from './shortened.js';

/** What Nest says when nobody wrote a text. */
const NOBODYS_WORDS = [
  '',
  'Forbidden',
  'Forbidden resource',
  'Forbidden Exception',
  'Unauthorized',
  'Unauthorized Exception',
];

/** In characters. */
const LONGEST_REASON = 1_900;

/** Whether an exception says that the call is not allowed. */
export function isDenial(error: HttpExceptionLike): boolean {
  return error.getStatus() === 401 || error.getStatus() === 403;
}

/** What a model reads of it. */
export function denialText(error: HttpExceptionLike): string {
  const reason = messagesOf(error).join('; ');
  if (NOBODYS_WORDS.includes(reason)) return 'The tool call was denied.';
  return `The tool call was denied: ${shortened(reason, LONGEST_REASON)}`;
}
