import type { ArgumentRefusal } from '@haft/arguments';
import type { FailedCalls } from '../budget/failed-calls.js';
import type { PlannedTool } from './planned-tool.js';

/** The counts of one tool in a run. */
export interface ToolCounters {
  /** Admitted calls. */
  readonly calls: number;
  /** Corrections since the last success. */
  readonly failures: number;
  /** The last problem in one line, or an empty text. */
  readonly lastProblem: string;
  /** The fingerprint of the tool that has the failures. A changed tool starts without failures. */
  readonly fingerprint?: string | undefined;
}

/** The state of one tool in one run. Aliases share it. */
export class ToolState {
  /** Admitted calls. */
  calls = 0;
  /** Corrections since the last success. If they exceed `maxRetries`, the budget is used up. */
  failures = 0;
  /** The calls that failed since the last success. */
  failedCalls: FailedCalls | undefined = undefined;
  /** The instance of the toolset. Undefined until it is resolved. */
  instance: object | undefined;
  /** Set while the container creates the instance. */
  coming: Promise<object> | undefined = undefined;
  /** The last invalid arguments, to recognize a repeated problem. */
  lastRefusal: ArgumentRefusal | undefined = undefined;
  /** Writes the problem of invalid arguments in one line. */
  private problemOf: ((refusal: ArgumentRefusal) => string) | undefined = undefined;
  /** The last message of the tool, if that was the last problem. */
  private lastWords = '';
  /** Whether the model was told that the tool must be found first. */
  toldHidden = false;

  /** The state that counts the calls: this one, or that of the run if this is a separate budget. */
  readonly counted: ToolState;

  /** @param counted - the state of the run, for a separate budget of inner calls */
  constructor(
    public planned: PlannedTool,
    readonly maxRetries: number,
    counted?: ToolState,
  ) {
    this.instance = planned.instance;
    this.counted = counted ?? this;
  }

  /**
   * The last problem in one line, for the text after the last retry.
   */
  get lastProblem(): string {
    const { lastRefusal, problemOf } = this;
    return lastRefusal === undefined || problemOf === undefined ? this.lastWords : problemOf(lastRefusal);
  }

  /** Remembers a problem of arguments as the last one. */
  rememberRefusal(refusal: ArgumentRefusal, problemOf: (refusal: ArgumentRefusal) => string): void {
    this.lastRefusal = refusal;
    this.problemOf = problemOf;
  }

  /** Remembers a message as the last problem. */
  rememberWords(words: string): void {
    this.lastRefusal = undefined;
    this.lastWords = words;
  }

  /** Starts the budget again. */
  succeed(): void {
    this.failures = 0;
    this.failedCalls = undefined;
  }

  counters(): ToolCounters {
    const { calls, failures, lastProblem } = this;
    if (failures === 0) return { calls, failures, lastProblem };
    return { calls, failures, lastProblem, fingerprint: this.planned.tool.definition.fingerprint };
  }

  /** Continues from the counts of another process. */
  goOn(counters: ToolCounters | undefined): void {
    if (counters === undefined) return;
    const { calls, failures, lastProblem, fingerprint } = counters;
    this.calls = calls;
    if (fingerprint !== undefined && fingerprint !== this.planned.tool.definition.fingerprint) return;
    this.failures = failures;
    this.lastWords = lastProblem;
  }

  /** Updates the tool for a step. Failures with another schema do not count. */
  show(planned: PlannedTool): void {
    if (planned === this.planned) return;
    const { tool } = this.planned;
    this.failedCalls = undefined;
    if (planned.tool.body !== tool.body) this.instance = planned.instance;
    if (this.failures > 0 && planned.tool.definition.fingerprint !== tool.definition.fingerprint) {
      this.failures = 0;
      this.rememberWords('');
    }
    this.planned = planned;
  }
}
