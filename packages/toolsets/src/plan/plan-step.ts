/** A call of one tool. */
export interface PlanStep {
  /** Name of the tool. */
  tool: string;
  /** Its arguments. They can contain references. */
  args?: Record<string, unknown>;
  /**
   * Name for references. Without one, step_0, step_1, ... by position.
   * @pattern ^[a-zA-Z_][a-zA-Z0-9_]{0,31}$
   */
  id?: string;
  /** Ids of other steps that must succeed first. */
  dependsOn?: string[];
}

/** A plan. */
export interface PlanArguments {
  /** The calls, in any order. */
  steps: PlanStep[];
  /**
   * Only check the steps.
   * @default false
   */
  dryRun?: boolean;
  /** Ids of the steps whose results you need. Without it, those without references to them. */
  return?: string[];
}

/** The answer to one step. */
export interface PlanEntry {
  /** Position of the step in the plan, from 0. */
  step: number;
  /** The id, if the plan gives one. */
  id?: string;
  tool: string;
  /** `planned` only with `dryRun`. */
  status: 'ok' | 'error' | 'skipped' | 'planned';
  /** The result of the tool, if the status is `ok`. A model reads those that the plan returns. */
  result?: unknown;
  /** Instead of a result that the plan does not return: its characters, for the model. */
  size?: number;
  /** The problem, if the status is `error` or `skipped`. */
  error?: string;
  /** Whether a person must approve the step. `unknown` if that depends on another step. */
  needsApproval?: boolean | 'unknown';
}
