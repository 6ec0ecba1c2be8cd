import { TRY_AGAIN } from './try-again.js';

/** What a model reads after a tool threw `ModelRetry`: the tool's own words, and the request to try again. */
export function modelRetryText(message: string): string {
  return message === '' ? TRY_AGAIN : `${message}\n\n${TRY_AGAIN}`;
}
