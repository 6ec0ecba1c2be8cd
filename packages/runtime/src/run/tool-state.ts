import type { ArgumentRefusal } from '../arguments/accepted-arguments.js';
import type { ToolCounters } from '../deferral/pending-run.js';
import type { PlannedTool } from '../runtime/planned-tool.js';

/** What one run knows of one tool. Aliases point to the same state. */
export class ToolState {
  /** Calls that were admitted. */
  calls = 0;
  /** Corrections that the model was asked for since the last success; over `maxRetries` the tool is closed. */
  failures = 0;
  /** The toolset's instance, once it is there. */
  instance: object | undefined;
  /** While the container makes it. */
  coming: Promise<object> | undefined = undefined;
  /** The last problem, to recognise it when it comes back, and for the text of a closed tool. */
  lastRefusal: ArgumentRefusal | undefined;
  lastProblem = '';
  /** The model was told that the tool must be found first. */
  toldHidden = false;

  constructor(
    public planned: PlannedTool,
    readonly maxRetries: number,
  ) {
    this.instance = planned.instance;
  }

  counters(): ToolCounters {
    const { calls, failures, lastProblem } = this;
    return { calls, failures, lastProblem };
  }

  /** The tool goes on where another process left it. */
  goOn(counters: ToolCounters | undefined): void {
    if (counters === undefined) return;
    this.calls = counters.calls;
    this.failures = counters.failures;
    this.lastProblem = counters.lastProblem;
  }

  /** A step of the run may show the tool changed. */
  show(planned: PlannedTool): void {
    if (planned === this.planned) return;
    if (planned.tool.body !== this.planned.tool.body) this.instance = planned.instance;
    this.planned = planned;
  }
}
