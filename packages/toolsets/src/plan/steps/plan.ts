import type { ReadArguments } from '../references/find-references.js';

/** A step of a plan, with its dependencies. */
export interface PlannedStep {
  readonly index: number;
  /** The id, or `step_0` and so on. */
  readonly id: string;
  /** Whether the plan gives the id. */
  readonly isNamed: boolean;
  /** The name of the tool in the plan. */
  readonly tool: string;
  readonly read: ReadArguments;
  /** The positions of the steps that must succeed first, in the order of the plan. */
  readonly needs: readonly number[];
}

/** The steps of a plan by position. */
export type Plan = readonly PlannedStep[];
