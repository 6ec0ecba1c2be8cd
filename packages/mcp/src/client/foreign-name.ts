import { hashOf, TOOL_NAME, toolName } from '@haft/core';

/**
 * A name that is valid at every provider, for one that is not: always the same for the same original. The original stays on the wire.
 */
export function foreignName(original: string, prefix: string | undefined): string {
  const letters = original.replace(/[^a-zA-Z0-9_]/g, '_');
  const named = toolName(prefix, letters);
  const valid = /^[0-9]/.test(named) ? `_${named}` : named;
  if (TOOL_NAME.test(valid)) return valid;
  // Too long: the end makes it another than every name that begins alike.
  return `${valid.slice(0, 55)}_${hashOf(original).slice(0, 8)}`;
}
