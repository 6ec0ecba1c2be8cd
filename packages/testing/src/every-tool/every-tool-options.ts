import type { ToolDefinition } from '@haft/core';
import type { RunOptions } from '@haft/runtime';

/**
 * Options of {@link callEveryTool} and {@link callEveryToolWrongly}. Options of `startRun` apply to
 * every run.
 */
export interface EveryToolOptions extends Omit<RunOptions, 'id'> {
  /** Selects the tools. Default: all tools that a new run shows. */
  readonly tools?: (definition: ToolDefinition) => boolean;
  /** The number of calls of each tool. Default 20. */
  readonly runs?: number;
  /** The seed of the arguments: the same number makes the same arguments. Default 1. */
  readonly seed?: number;
  /**
   * Whether to throw an error that lists the problems, or only to report them, so that the test
   * reads the report. Default `throw`.
   */
  readonly onProblem?: 'throw' | 'report';
}
