import { cutText } from '../../results/cut-text.js';
import { LONGEST_PROMPT } from './longest-prompt.js';

/** The request to try again, alone. */
const TRY_AGAIN = 'Fix the errors and try again.';

/** The last paragraph of each text that asks a model to try again. */
export const LAST_LINE = `\n\n${TRY_AGAIN}`;

/** Returns the text after a `ModelRetry` of a tool: its message and the request to try again. */
export function modelRetryText(message: string): string {
  return message === '' ? TRY_AGAIN : `${cutText(message, LONGEST_PROMPT - LAST_LINE.length)}${LAST_LINE}`;
}
