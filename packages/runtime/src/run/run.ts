import type { DeferralRequest, RunContext, ToolCall, ToolDefinition, ToolOutcome } from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { WaitingCall } from './waits-for.js';
import type { ClaimOptions, RecordOptions } from './deferral/answered-request.js';
import type { Decisions } from '../call/deferral/decision.js';
import type { PendingRun } from './deferral/pending-run.js';
import type { ResumeOptions } from './deferral/resume-calls.js';
import type { CallOptions } from './call-options.js';
import type { CallableTool } from './callable-tool.js';
import type { PastCall } from './superseded-calls.js';

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
  /** Whose form of the definitions the model is shown, where the run was started for one. */
  readonly target: Target | undefined;
  /**
   * Only a type. The `-?` lets the compiler compare runs by what they have: by its own rule of thumb, a run of some tools would be no
   * `Run` of any tools.
   */
  readonly types?: { readonly [Name in keyof Tools]-?: Tools[Name] } | undefined;
  /** The tools that the model may call in this step, as it is shown them. */
  definitions(): Promise<readonly ToolDefinition[]>;
  /** The same tools as values: each with its definition, `~standard` for other libraries (a Standard Schema of its arguments), and `call`. */
  tools(): Promise<readonly CallableTool[]>;
  /** What the visible toolsets want the model to know, for the system prompt; empty when nothing. */
  instructions(): Promise<string>;

  /**
   * Executes a call of a model. What the model caused is in the outcome.
   *
   * @throws HaftError for mistakes of the developer only: wiring, or a run that had ended
   */
  call(call: ToolCall, options?: CallOptions): Promise<ToolOutcome>;
  /** Calls a tool by name, typed. The arguments are checked as a model's are. */
  call<Name extends ToolName<Tools>>(name: Name, args: ToolArguments<Tools, Name>): Promise<ToolOutcome>;
  /**
   * Executes a call that a tool makes inside of its own one: all steps and limits apply, but it needs no room that the tool's own call has
   * (`concurrency` of the run and of the runtime, `@CallLimit({ concurrent })` of the same tool), and it is interrupted when that is
   * stopped. How many such calls there are at a time is up to the tool.
   *
   * @param parent - the `RunContext` that the tool got
   * @throws HaftError `HAFT_INVALID_OPTION` when `parent` is of no call that this run makes now
   */
  callWithin(parent: RunContext, call: ToolCall): Promise<ToolOutcome>;
  /**
   * What a call would wait for, if it were made now: for hosts that ask a person before they make a call. Its arguments are checked, and
   * validators, predicates and policies are asked; nothing is executed, counted or told. Undefined for a call that waits for nothing, also for one
   * that would be refused. A tool that asks while it runs, and interceptors around the call, are not known before.
   */
  waitsFor(call: ToolCall): Promise<WaitingCall | undefined>;
  /**
   * Records in the `decisionLedger` that you show a call to a person. Use it if the answer comes with
   * messages that a client could write, in another run. See {@link Run.claimAnswer}.
   */
  recordRequest(call: ToolCall, options?: RecordOptions): Promise<void>;
  /**
   * Claims the answer to a request that {@link Run.recordRequest} recorded. The request is bound to
   * the id of the call, the tool and its schema, the arguments, the user and the chat.
   *
   * @param call - the call, with the same id and arguments
   * @returns false if the request was never recorded, has expired, or was answered before: do not
   *   execute the call then
   * @throws {HaftError} HAFT_INVALID_OPTION if the ledger has no `record` and `take`
   */
  claimAnswer(call: ToolCall, options: ClaimOptions): Promise<boolean>;
  /**
   * What calls of a tool may wait for, as far as it is declared: by `@UserInput()`, `@RequiresApproval()`, `@External()` and the wrappers of
   * the same names. What a validator or the tool itself asks for is not known before. Empty for a name that no tool has.
   */
  mayWaitFor(tool: string): Promise<readonly DeferralRequest['kind'][]>;
  /**
   * Executes the calls of one message: limits are checked for all of them first, `@Sequential` tools are barriers, and one failure never
   * disturbs the others. The outcomes come in the order of the calls.
   */
  callAll(calls: readonly ToolCall[]): Promise<readonly ToolOutcome[]>;

  /** What deferred calls of this run wait for (`requests`), with all that is needed to go on elsewhere. Plain JSON. */
  pending(): PendingRun;
  /**
   * Goes on with deferred calls, as was decided. Nothing is executed unless every decision is right.
   *
   * @returns the outcomes of the batches that had something open, in the order of the calls; those from before the pause too
   * @throws HaftError `HAFT_UNANSWERED_REQUEST`, `HAFT_UNKNOWN_DECISION`, `HAFT_WRONG_DECISION_KIND`, `HAFT_DECISION_USED`,
   *   `HAFT_REQUEST_EXPIRED`, `HAFT_INVALID_DECISION`
   * @example await run.resume({ [request.id]: decision.approve() })
   */
  resume(decisions: Decisions, options?: ResumeOptions): Promise<readonly ToolOutcome[]>;
  /**
   * The ids of calls whose results later ones made obsolete (`@Supersedes`), so that they may be dropped from the messages.
   *
   * @param history - oldest first
   */
  supersededCalls(history: readonly PastCall[]): Promise<readonly string[]>;
  /** Begins the next step: toolsets and `@Prepare` functions are asked anew. */
  nextStep(): void;
  /** Lets the calls that run finish, and answers every later one with `reason`. */
  halt(reason: string): void;
  /** Aborts the calls that run, and answers them and all later ones as interrupted. */
  cancel(reason?: string): void;
  /** Cancels what still runs and disposes what was made for the run. Twice is once. */
  end(): Promise<void>;
}
