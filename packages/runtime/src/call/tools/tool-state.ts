import type { ArgumentRefusal } from '../../arguments/accepted-arguments.js';
import type { PlannedTool } from './planned-tool.js';

/** What a run has counted of one tool. */
export interface ToolCounters {
  readonly calls: number;
  readonly failures: number;
  readonly lastProblem: string;
  /** Of the tool whose failures these are; set with them. A changed tool begins without. */
  readonly fingerprint?: string | undefined;
}

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
  /** The last refused arguments, to recognise the problem when it comes back. */
  lastRefusal: ArgumentRefusal | undefined = undefined;
  /** Says the problem of refused arguments in one line; set with them. */
  private problemOf: ((refusal: ArgumentRefusal) => string) | undefined = undefined;
  /** What the tool itself said, when that was the last problem. */
  private lastWords = '';
  /** The model was told that the tool must be found first. */
  toldHidden = false;

  constructor(
    public planned: PlannedTool,
    readonly maxRetries: number,
  ) {
    this.instance = planned.instance;
  }

  /** The last problem in one line, for the text of a closed tool. Written when somebody asks: most models correct themselves. */
  get lastProblem(): string {
    const { lastRefusal, problemOf } = this;
    return lastRefusal === undefined || problemOf === undefined ? this.lastWords : problemOf(lastRefusal);
  }

  /** The last problem is one of arguments. */
  rememberRefusal(refusal: ArgumentRefusal, problemOf: (refusal: ArgumentRefusal) => string): void {
    this.lastRefusal = refusal;
    this.problemOf = problemOf;
  }

  /** The last problem is one that only words say. */
  rememberWords(words: string): void {
    this.lastRefusal = undefined;
    this.lastWords = words;
  }

  counters(): ToolCounters {
    const { calls, failures, lastProblem } = this;
    if (failures === 0) return { calls, failures, lastProblem };
    return { calls, failures, lastProblem, fingerprint: this.planned.tool.definition.fingerprint };
  }

  /** The tool goes on where another process left it. */
  goOn(counters: ToolCounters | undefined): void {
    if (counters === undefined) return;
    const { calls, failures, lastProblem, fingerprint } = counters;
    this.calls = calls;
    if (fingerprint !== undefined && fingerprint !== this.planned.tool.definition.fingerprint) return;
    this.failures = failures;
    this.lastWords = lastProblem;
  }

  /** A step of the run may show the tool changed. What models did wrong with another schema says nothing of this one. */
  show(planned: PlannedTool): void {
    if (planned === this.planned) return;
    const { tool } = this.planned;
    if (planned.tool.body !== tool.body) this.instance = planned.instance;
    if (this.failures > 0 && planned.tool.definition.fingerprint !== tool.definition.fingerprint) {
      this.failures = 0;
      this.rememberWords('');
    }
    this.planned = planned;
  }
}
