import type { SuccessOutcome } from '@haft/core';
import { wireForm } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';

/** The end of a step, as JSON. */
export type StepEnd =
  | {
      readonly status: 'ok';
      /** The result for references. */
      readonly value: JsonValue;
      /** The text of the result, if the model reads texts and it differs. */
      readonly text?: string;
      /** Whether the value is only a part of the result, so that no reference can have it. */
      readonly isCut?: true;
    }
  | { readonly status: 'error' | 'skipped'; readonly error: string };

/**
 * Returns the end of a step that succeeded.
 *
 * @param keepsText - whether the model reads the text instead of the value
 */
export function endOf({ value, text }: SuccessOutcome, keepsText: boolean): StepEnd {
  const result = valueOf(value, text);
  const shown = text === NO_OUTPUT && value !== NO_OUTPUT ? '' : text;
  return { status: 'ok', value: result, ...(keepsText && shown !== result && { text: shown }) };
}

function valueOf(value: unknown, text: string): JsonValue {
  if (value === undefined) return text === NO_OUTPUT ? null : text;
  try {
    return wireForm(value);
  } catch {
    // The tool gave another content for the model, and a value that is not JSON.
    return text;
  }
}

/** The text of a result without content. */
const NO_OUTPUT = '(no output)';
