import type { ArgumentRefusal } from '../arguments/accepted-arguments.js';
import type { PlannedTool } from '../runtime/planned-tool.js';

/** What one run knows of one tool. Aliases point to the same state. */
export class ToolState {
  /** Calls that were admitted. */
  calls = 0;
  /** Corrections that the model was asked for since the last success; over `maxRetries` the tool is closed. */
  failures = 0;
  /** The instance that the container gave, once it is there. */
  instance: object | undefined;
  /** The last problem, to recognise it when it comes back, and for the text of a closed tool. */
  lastRefusal: ArgumentRefusal | undefined;
  lastProblem = '';
  /** The model was told that the tool must be found first. */
  toldHidden = false;

  constructor(
    public planned: PlannedTool,
    readonly maxRetries: number,
  ) {
    this.instance = planned.tool.body.instance;
  }

  /** A step of the run may show the tool changed. */
  show(planned: PlannedTool): void {
    if (planned.tool.body !== this.planned.tool.body) this.instance = planned.tool.body.instance;
    this.planned = planned;
  }
}
