import type { Compatibility, DefinitionChange } from './definition-change.js';

/** Returns a change of a tool as a whole. */
export function toolChange(tool: string, compatibility: Compatibility, message: string): DefinitionChange {
  return { compatibility, tool, path: [], message };
}
