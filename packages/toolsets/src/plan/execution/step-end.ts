import type { SuccessOutcome } from '@haft/core';
import { wireForm } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';

/** The end of a step, as JSON. */
export type StepEnd =
  | {
      readonly status: 'ok';
      /** The result for references. */
      readonly value: JsonValue;
      /** The text that the model reads, if the tool or the form of Oasis has another one. */
      readonly text?: string;
      /** Whether the value is only a part of the result, so that no reference can have it. */
      readonly isCut?: true;
    }
  | { readonly status: 'error' | 'skipped'; readonly error: string };

/**
 * Returns the end of a step that succeeded.
 *
 * @param keepsText - whether the model reads every text as it is
 */
export function endOf({ value, text }: SuccessOutcome, keepsText: boolean): StepEnd {
  const result = valueOf(value, text);
  const shown = text === NO_OUTPUT && value !== NO_OUTPUT ? '' : text;
  const isOwn = shown !== '' && shown !== JSON.stringify(result) && !CUT.test(shown);
  return { status: 'ok', value: result, ...((keepsText || isOwn) && shown !== result && { text: shown }) };
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

/** The end of a text that the runtime cut. The plan cuts the value itself. */
const CUT = /\.\.\. \((?:truncated, |left out: )[^\n]*\)$/;

/** The text of a result without content. */
const NO_OUTPUT = '(no output)';
