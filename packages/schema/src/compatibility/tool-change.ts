import type { Compatibility, DefinitionChange } from './definition-change.js';

/** Returns a change of a tool, by default as a whole. */
export function toolChange(
  tool: string,
  compatibility: Compatibility,
  message: string,
  place: Pick<DefinitionChange, 'part' | 'path'> = { path: [] },
): DefinitionChange {
  return { compatibility, tool, ...place, message };
}
