import { HaftError, type ApprovalRequired, type CallDeferred } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import { writtenOr } from '../written-or.js';

/** Together with the longest allowed arguments, a request stays below 300,000 characters. */
const MOST_CHARACTERS = 32_000;

/**
 * Returns the metadata of a request as JSON, since a request may wait in another process.
 *
 * @throws {HaftError} `HAFT_DEFERRAL_METADATA` if it is not a JSON object, or has more than 32,000
 *   characters
 */
export function deferralMetadata(
  { name, metadata }: ApprovalRequired | CallDeferred,
  tool: string,
): Readonly<Record<string, JsonValue>> {
  const written = writtenOr(metadata, (cause) => notPlain(name, tool, cause));
  if (!isObject(written)) throw notPlain(name, tool);
  const { length } = JSON.stringify(written);
  if (length > MOST_CHARACTERS) throw tooLong(name, tool, length);
  return written;
}

function notPlain(thrown: string, tool: string, cause?: unknown): HaftError {
  return new HaftError('HAFT_DEFERRAL_METADATA', `The metadata of an ${thrown} of '${tool}' are not a JSON object.`, {
    hint: 'Give it what another process can read: texts, numbers, dates, lists and plain objects of these.',
    cause,
  });
}

function tooLong(thrown: string, tool: string, length: number): HaftError {
  const message = `The metadata of an ${thrown} of '${tool}' are ${length} characters of JSON, at most ${MOST_CHARACTERS} are allowed.`;
  return new HaftError('HAFT_DEFERRAL_METADATA', message, {
    hint: 'Pass only facts for the approver, and ids for the rest.',
  });
}
