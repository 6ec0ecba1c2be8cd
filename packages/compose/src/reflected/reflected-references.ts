import type { ToolDescriptor } from '@haft/core/reflected';
import type { ToolReferences } from '../port/any-tool.js';

/** Returns the references of a reflected tool, if it has some. */
export function reflectedReferences({ references }: ToolDescriptor): ToolReferences | undefined {
  return references && { inParameters: references.parameters !== undefined, result: references.result };
}
