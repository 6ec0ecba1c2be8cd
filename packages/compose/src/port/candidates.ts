import type { AnyTool } from './any-tool.js';

/** The tools that a toolset may show in a step, before functions change or hide them. */
export interface Candidates {
  readonly tools: readonly AnyTool[];
  /** Whether the toolset can show no other tools. */
  readonly isComplete: boolean;
}
