import { messagesOf, type HttpExceptionLike } from './http-exception.js';

/** What Nest says when nobody wrote a text. */
const NOBODYS_WORDS = [
  '',
  'Forbidden',
  'Forbidden resource',
  'Forbidden Exception',
  'Unauthorized',
  'Unauthorized Exception',
];

/** Whether an exception says that the call is not allowed. */
export function isDenial(error: HttpExceptionLike): boolean {
  return error.getStatus() === 401 || error.getStatus() === 403;
}

/** What a model reads of it. */
export function denialText(error: HttpExceptionLike): string {
  const reason = messagesOf(error).join('; ');
  return NOBODYS_WORDS.includes(reason) ? 'The tool call was denied.' : `The tool call was denied: ${reason}`;
}
