import { cutText } from '@haft/core/internal';
import { LONGEST_PROMPT } from './longest-prompt.js';

/** The request to try again, alone. */
const TRY_AGAIN = 'Fix the errors and try again.';

/** The last paragraph of each text that asks a model to try again. */
export const LAST_LINE = `\n\n${TRY_AGAIN}`;

/**
 * Returns the text after a `ModelRetry` of a tool: its message and the request to try again. The
 * text of another Haft server already ends with the request.
 */
export function modelRetryText(message: string): string {
  const problem = message.endsWith(TRY_AGAIN) ? message.slice(0, -TRY_AGAIN.length).trimEnd() : message;
  return problem === '' ? TRY_AGAIN : `${cutText(problem, LONGEST_PROMPT - LAST_LINE.length)}${LAST_LINE}`;
}
