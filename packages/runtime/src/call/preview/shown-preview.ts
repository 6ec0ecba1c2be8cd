import { HaftError, hashOf, type ShownPreview } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { writtenOr } from '../written-or.js';

/** Together with the longest allowed arguments, a request stays below 300,000 characters. */
const MOST_CHARACTERS = 32_000;

/**
 * Returns the answer of a preview method in the form of a request.
 *
 * @throws {HaftError} `HAFT_INVALID_PREVIEW` if it has no text, is not JSON, or has more than
 *   32,000 characters
 */
export function shownPreview(given: unknown, tool: string): ShownPreview {
  if (!isObject(given) || typeof given['text'] !== 'string') throw invalid(tool, 'has no text');
  const { text } = given;
  const data =
    given['data'] === undefined
      ? undefined
      : writtenOr(given['data'], (cause) => invalid(tool, 'has data that are not JSON', cause));
  const { length } = JSON.stringify([text, data ?? null]);
  if (length > MOST_CHARACTERS) throw invalid(tool, `is ${length} characters of JSON, at most ${MOST_CHARACTERS}`);
  return { text, ...(data === undefined ? {} : { data }), hash: hashOf([text, data ?? null]) };
}

function invalid(tool: string, problem: string, cause?: unknown): HaftError {
  return new HaftError('HAFT_INVALID_PREVIEW', `The preview of '${tool}' ${problem}.`, {
    hint: 'Return { text, data? } with a text for people and, if needed, small facts as JSON.',
    cause,
  });
}
