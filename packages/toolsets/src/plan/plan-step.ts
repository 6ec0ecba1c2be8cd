/**
 * @remarks
 * A call of one tool.
 */
export interface PlanStep {
  /** @alias name, tool_name */
  tool: string;
  /** @alias arguments, input, parameters, params */
  args?: Record<string, unknown>;
  /** Name for references. Default: step_0, step_1, ... */
  id?: string;
  /**
   * Ids of steps that must succeed first.
   * @alias after, needs
   */
  dependsOn?: string[];
}

/**
 * @remarks
 * A plan.
 */
export interface PlanArguments {
  /** @alias plan, calls, tasks */
  steps: PlanStep[];
  /**
   * Only check.
   * @default false
   */
  dryRun?: boolean;
  /**
   * Ids of steps whose results you need, or values in them: `id.items.0.name`. Default: those that
   * no step refers to.
   */
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
  /** The result of the tool, if the status is `ok`. A model reads the texts of some of them. */
  result?: unknown;
  /** The problem, if the status is `error` or `skipped`. */
  error?: string;
  /** Whether a person must approve the step. `unknown` if that depends on another step. */
  needsApproval?: boolean | 'unknown';
}
