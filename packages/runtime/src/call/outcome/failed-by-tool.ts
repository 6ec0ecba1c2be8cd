import type { FailedOutcome } from '@haft/core';
import { LONGEST_PROMPT } from '@haft/arguments/internal';
import { cutText } from '@haft/core/internal';
import type { Call } from '../call.js';
import { failed, failedText } from './outcomes.js';

/** Returns the outcome of a failure that a tool or an external system reports. Cuts the text. */
export function failedByTool(call: Call, text: string): FailedOutcome {
  return failed(call, 'tool', cutText(text, LONGEST_PROMPT) || failedText(call.name));
}
