import type { DeferralRequest, ToolCall, ToolDefinition, ToolOutcome } from '@haft/core';

/** The names of tools, as far as types know them. */
export type ToolName<Tools> = keyof Tools extends never ? string : keyof Tools & string;

/** The arguments of a tool, in the form that a model sends. */
export type ToolArguments<Tools, Name> = Name extends keyof Tools
  ? Tools[Name] extends { readonly arguments: infer Arguments }
    ? Arguments
    : object
  : object;

/**
 * One conversation turn or one job: budgets, dependencies, scope and signal live in it. End it, or declare it with `await using`.
 *
 * @typeParam Tools - the tools by name
 */
export interface Run<Tools = object> extends AsyncDisposable {
  readonly id: string;
  /** The tools that the model may call in this step, as it is shown them. */
  definitions(): Promise<readonly ToolDefinition[]>;
  /** What the visible toolsets want the model to know, for the system prompt; empty when nothing. */
  instructions(): Promise<string>;

  /**
   * Executes a call of a model. What the model caused is in the outcome.
   *
   * @throws HaftError for mistakes of the developer only: wiring, or a run that had ended
   */
  call(call: ToolCall): Promise<ToolOutcome>;
  /** Calls a tool by name, typed. The arguments are checked as a model's are. */
  call<Name extends ToolName<Tools>>(name: Name, args: ToolArguments<Tools, Name>): Promise<ToolOutcome>;
  /**
   * Executes the calls of one message: limits are checked for all of them first, `@Sequential` tools are barriers, and one failure never
   * disturbs the others. The outcomes come in the order of the calls.
   */
  callAll(calls: readonly ToolCall[]): Promise<readonly ToolOutcome[]>;

  /** What deferred calls of this run wait for. */
  pending(): readonly DeferralRequest[];
  /** Begins the next step: toolsets and `@Prepare` functions are asked anew. */
  nextStep(): void;
  /** Lets the calls that run finish, and answers every later one with `reason`. */
  halt(reason: string): void;
  /** Aborts the calls that run, and answers them and all later ones as interrupted. */
  cancel(reason?: string): void;
  /** Cancels what still runs and disposes what was made for the run. Twice is once. */
  end(): Promise<void>;
}
