import { cutText } from '../../results/cut-text.js';
import { LONGEST_PROMPT } from './longest-prompt.js';

/** The last line of each text that asks a model to try again. */
export const TRY_AGAIN = 'Fix the errors and try again.';

/** Returns the text after a `ModelRetry` of a tool: its message and the request to try again. */
export function modelRetryText(message: string): string {
  return message === '' ? TRY_AGAIN : `${cutText(message, LONGEST_PROMPT - END.length)}${END}`;
}

const END = `\n\n${TRY_AGAIN}`;
