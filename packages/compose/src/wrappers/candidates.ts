import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';

/**
 * Returns the tools that a toolset may show. A toolset from elsewhere is asked only if its tools
 * never change.
 */
export function candidatesOf(toolset: AnyToolset): Candidates {
  return toolset.candidates?.() ?? fixedTools(toolset);
}

/** Returns the tools of a toolset that never changes, or no candidates. */
export function fixedTools(toolset: AnyToolset): Candidates {
  if (toolset.fixed !== true) return { tools: [], isComplete: false };
  return { tools: toolset.tools(NO_RUN) as readonly AnyTool[], isComplete: true };
}

/** A fixed toolset does not read the run. */
const NO_RUN = undefined as never;
