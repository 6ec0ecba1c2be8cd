import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';

/** The tools that a toolset may show in a step, before functions change or hide them. */
export interface Candidates {
  readonly tools: readonly AnyTool[];
  /** Whether the toolset can show no other tools. */
  readonly isComplete: boolean;
}

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
