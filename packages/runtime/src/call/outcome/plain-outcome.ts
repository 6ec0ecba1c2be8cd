import type { ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { wireForm } from '@haft/core/internal';

/** Returns an outcome as plain JSON. Leaves out a value that JSON has no form for. */
export function plainOutcome(outcome: ToolOutcome): ToolOutcome {
  return outcome.status === 'success' ? { ...outcome, value: plainValue(outcome.value) } : outcome;
}

/** Returns a value as JSON. Undefined if JSON has no form for it. */
export function plainValue(value: unknown): JsonValue | undefined {
  try {
    return value === undefined ? undefined : wireForm(value);
  } catch {
    return undefined;
  }
}
