import type { ToolDefinition } from '@haft/core';
import type { RunOptions } from '@haft/runtime';

/** Options of {@link callEveryTool} and {@link callEveryToolWrongly}; those of `startRun` go to every run. */
export interface EveryToolOptions extends Omit<RunOptions, 'id'> {
  /** Which tools are called. Default: all that a new run shows. */
  readonly tools?: (definition: ToolDefinition) => boolean;
  /** How many calls of each tool. Default 20. */
  readonly runs?: number;
  /** What the arguments are made from: the same number makes the same arguments. Default 1. */
  readonly seed?: number;
  /** What happens when there are problems: an error that lists them, or nothing, since the test reads the report. Default `throw`. */
  readonly onProblem?: 'throw' | 'report';
}
