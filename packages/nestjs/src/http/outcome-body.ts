import type { ToolOutcome } from '@haft/core';
import { wireForm } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';

/**
 * Returns an outcome as JSON for a client: the value in its wire form, without the facts for the
 * host.
 */
export function outcomeBody(outcome: ToolOutcome): JsonValue {
  if (outcome.status !== 'success') return wireForm(outcome);
  const { metadata: _metadata, value, ...facts } = outcome;
  return wireForm(value === undefined ? facts : { ...facts, value });
}
