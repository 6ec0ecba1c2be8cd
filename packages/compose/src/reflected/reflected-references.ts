import type { ToolDescriptor } from '@haft/core/reflected';
import type { AnyTool } from '../port/any-tool.js';

/** Returns the references of a reflected tool, if it has some. */
export function reflectedReferences({ references }: ToolDescriptor): Pick<AnyTool, 'references'> {
  if (references === undefined) return NONE;
  return { references: { inParameters: references.parameters !== undefined, result: references.result } };
}

const NONE: Pick<AnyTool, 'references'> = {};
