/** A call of one tool. */
export interface PlanStep {
  /** Name of the tool. */
  tool: string;
  /** Arguments of the tool. They can contain references: {"$ref": "search.items.0.id"}. */
  args?: Record<string, unknown>;
  /**
   * Name for references. Without one, it is step_0, step_1 and so on, by position.
   * @pattern ^[a-zA-Z_][a-zA-Z0-9_]{0,31}$
   */
  id?: string;
  /** Ids of steps that must succeed first. References need no entry. */
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
  /** Ids of the steps whose results you need. Without it, those that no other step refers to. */
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
