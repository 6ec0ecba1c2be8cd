import { HaftError, type ApprovalRequired, type CallDeferred } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { wireForm } from '../results/wire-form.js';

/**
 * What a tool says to whoever decides, as JSON: written like a result, since a request may wait in another process.
 *
 * @throws HaftError `HAFT_DEFERRAL_METADATA` when JSON cannot say it
 */
export function deferralMetadata(
  { name, metadata }: ApprovalRequired | CallDeferred,
  tool: string,
): Readonly<Record<string, JsonValue>> {
  try {
    const written = wireForm(metadata);
    if (isObject(written)) return written;
  } catch (cause) {
    throw notPlain(name, tool, cause);
  }
  throw notPlain(name, tool);
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notPlain(thrown: string, tool: string, cause?: unknown): HaftError {
  return new HaftError('HAFT_DEFERRAL_METADATA', `The metadata of an ${thrown} of '${tool}' are no JSON object.`, {
    hint: 'Give it what another process can read: texts, numbers, dates, lists and plain objects of these.',
    cause,
  });
}
