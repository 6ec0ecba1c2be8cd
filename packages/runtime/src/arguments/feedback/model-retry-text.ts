import { cutText } from '../../results/cut-text.js';
import { LONGEST_PROMPT } from './longest-prompt.js';
import { TRY_AGAIN } from './try-again.js';

/** What a model reads after a tool threw `ModelRetry`: the tool's own words, and the request to try again. */
export function modelRetryText(message: string): string {
  return message === '' ? TRY_AGAIN : `${cutText(message, LONGEST_PROMPT - END.length)}${END}`;
}

const END = `\n\n${TRY_AGAIN}`;
