import type { ToolDefinition } from '@haft/core';

/** Returns whether a call may be executed again when nobody knows how far it came. */
export function canRunAgain({ hints = {} }: ToolDefinition): boolean {
  return hints.readOnly === true || hints.idempotent === true;
}
