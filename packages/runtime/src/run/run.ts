import type { DeferralKind, ToolCall, ToolDefinition, ToolOutcome } from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { WaitingCall } from './waits-for.js';
import type { ClaimOptions, RecordOptions } from './deferral/answered-request.js';
import type { Decisions } from '../call/deferral/decision.js';
import type { PendingRun } from './deferral/pending-run.js';
import type { ResumeOptions } from './deferral/resume-calls.js';
import type { CallOptions } from './call-options.js';
import type { CallableTool } from './callable-tool.js';
import type { CompletionRequest, CompletionValues } from './offers/complete.js';
import type { PromptDefinition, ResourceLists } from './offers/definitions.js';
import type { ReadOptions } from './offers/read-options.js';
import type { ReadMessage, ResourceContents } from '@haft/compose';
import type { PastCall } from './superseded-calls.js';
import type { ToolValue, ValueTypes } from './value-types.js';

/** The names of tools, as far as the types contain them. */
export type ToolName<Tools> = keyof Tools extends never ? string : keyof Tools & string;

/** The arguments of a tool, in the form that a model sends. */
export type ToolArguments<Tools, Name> = Name extends keyof Tools
  ? Tools[Name] extends { readonly arguments: infer Arguments }
    ? Arguments
    : object
  : object;

/**
 * A run: one conversation, request or job. It has the budgets, dependencies, scope and signal of
 * its calls. End it, or declare it with `await using`.
 *
 * @typeParam Tools - the tools by name
 * @typeParam Values - whether `outcome.value` has a type, default: `unknown`
 */
export interface Run<Tools = object, Values extends ValueTypes = 'unknown'> extends AsyncDisposable {
  /** The id of the run. */
  readonly id: string;
  /** The target whose dialect the definitions are in, if the run was started with one. */
  readonly target: Target | undefined;
  /**
   * A property for types only. The `-?` makes the compiler compare runs by their properties.
   * Otherwise a run with known tools would not be a `Run` without type arguments.
   */
  readonly types?: { readonly [Name in keyof Tools]-?: Tools[Name] } | undefined;
  /**
   * Returns the definitions of the tools that the model may call in this step.
   *
   * @throws {HaftError} `HAFT_RUN_ENDED` if the run has ended
   */
  definitions(): Promise<readonly ToolDefinition[]>;
  /**
   * Returns the same tools as values: each has its definition, `~standard` (a Standard Schema of
   * its arguments, for other libraries) and `call`.
   */
  tools(): Promise<readonly CallableTool[]>;
  /** Returns the instructions of the visible toolsets, for the system prompt. May be empty. */
  instructions(): Promise<string>;

  /** Returns the resources (`@Resource`) that the user of the run may read. No model sees them. */
  resources(): Promise<ResourceLists>;
  /**
   * Reads a resource. It takes the steps of a call: checks, policies, injection, limits. The
   * variables of the URI are read by the types of the parameters.
   *
   * @param uri - the URI. One that no resource has, or that the user may not read, is a `retry`
   *   with `unknownTool`.
   * @returns the outcome. Its value has the contents.
   */
  read(uri: string, options?: ReadOptions): Promise<ToolOutcome<readonly ResourceContents[]>>;
  /** Returns the prompts (`@Prompt`) that the user of the run may use. No model sees them. */
  prompts(): Promise<readonly PromptDefinition[]>;
  /**
   * Writes the messages of a prompt. It takes the steps of a call.
   *
   * @param args - the arguments. A string is read by the type of the parameter, as clients send it.
   * @returns the outcome. Its value has the messages.
   */
  prompt(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: ReadOptions,
  ): Promise<ToolOutcome<readonly ReadMessage[]>>;
  /**
   * Suggests values of a parameter of a resource or a prompt, at most 100: those of enums and
   * booleans, or of the method with `@Complete`, which gets one second.
   */
  complete(request: CompletionRequest): Promise<CompletionValues>;

  /**
   * Executes a call of a model. A mistake of the model becomes an outcome.
   *
   * @param call - id, name and arguments, as the model sent them
   * @param options - options of this call
   * @throws {HaftError} only for mistakes of the developer, such as wiring or a run that has ended
   */
  call(call: ToolCall, options?: CallOptions): Promise<ToolOutcome>;
  /**
   * Calls a tool by name, with types for the arguments, and for the value if a runtime of
   * `createRuntime` started the run. Haft validates the arguments like those of a model.
   *
   * @param name - name of the tool
   * @param args - arguments in the form that a model sends
   */
  call<Name extends ToolName<Tools>>(
    name: Name,
    args: ToolArguments<Tools, Name>,
  ): Promise<ToolOutcome<ToolValue<Tools, Name, Values>>>;
  /** Values that live as long as the run. Tools read them as `run.state`. */
  readonly state: Map<string, unknown>;
  /**
   * Makes a call whose tool is executed after the answer. Checks the call and asks for decisions as
   * `run.call` does. The value of its outcome is a `BackgroundTask`. The ledger keeps the outcome
   * of the tool: a model reads it with the tools of a runtime that has a `@Background` tool, your
   * code with `runtime.pending.get(task)`. The call has the timeout of its tool.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the runtime has no ledger
   */
  enqueue(call: ToolCall): Promise<ToolOutcome>;
  /**
   * Returns the request that a call would be deferred with, without making the call. Use it if you
   * ask a person before the call. Validates the arguments and asks validators, predicates and
   * policies, but executes, counts and reports nothing. Returns undefined if the call needs no
   * decision or is invalid. A tool that asks while it runs, and interceptors, are not known before
   * the call.
   *
   * @param call - the call, as the model sent it
   */
  waitsFor(call: ToolCall): Promise<WaitingCall | undefined>;
  /**
   * Records in the `decisionLedger` that you show a call to a person. Use it if the answer comes
   * with messages that a client could write, in another run. See {@link Run.claimAnswer}.
   *
   * @param call - the call, as the model sent it
   * @param options - the chat of the request
   */
  recordRequest(call: ToolCall, options?: RecordOptions): Promise<void>;
  /**
   * Claims the answer to a request that {@link Run.recordRequest} recorded. The request is bound to
   * the id of the call, the tool and its schema, the arguments, the user and the chat.
   *
   * @param call - the call, with the same id and arguments
   * @param options - id of the answer, and the chat
   * @returns false if the request was never recorded, has expired, or was answered before: do not
   *   execute the call then
   * @throws {HaftError} HAFT_INVALID_OPTION if the ledger has no `record` and `take`
   */
  claimAnswer(call: ToolCall, options: ClaimOptions): Promise<boolean>;
  /**
   * Returns the declared reasons why calls of a tool may be deferred: `@UserInput()`,
   * `@RequiresApproval()`, `@External()` and the wrappers of the same names. Validators and the
   * tool itself may have others. Empty for an unknown name.
   *
   * @param tool - name or alias of the tool
   */
  mayWaitFor(tool: string): Promise<readonly DeferralKind[]>;
  /**
   * Executes the calls of one message. Checks the limits of all calls first. `@Sequential` tools
   * are barriers. A failing call does not affect the others.
   *
   * @param calls - the calls, as the model sent them
   * @returns the outcomes in the order of the calls
   */
  callAll(calls: readonly ToolCall[]): Promise<readonly ToolOutcome[]>;

  /**
   * Returns the requests of the deferred calls, with everything that another process needs to
   * continue the run. Plain JSON.
   */
  pending(): PendingRun;
  /**
   * Continues deferred calls with decisions. Executes nothing unless every decision is valid.
   *
   * @param decisions - decisions by request id
   * @param options - with `partial: true`, requests without a decision stay open
   * @returns the outcomes of all calls in the paused batches, in the order of the calls
   * @throws {HaftError} `HAFT_UNANSWERED_REQUEST`, `HAFT_UNKNOWN_DECISION`,
   *   `HAFT_WRONG_DECISION_KIND`, `HAFT_DECISION_USED`, `HAFT_REQUEST_EXPIRED`,
   *   `HAFT_INVALID_DECISION`
   * @example await run.resume({ [request.id]: decision.approve() })
   */
  resume(decisions: Decisions, options?: ResumeOptions): Promise<readonly ToolOutcome[]>;
  /**
   * Returns the ids of calls whose results a later call made obsolete (`@Supersedes`). You may drop
   * them from the messages.
   *
   * @param history - calls with their outcomes, oldest first
   */
  supersededCalls(history: readonly PastCall[]): Promise<readonly string[]>;
  /** Begins the next step: Haft asks toolsets and `@Prepare` functions again. */
  nextStep(): void;
  /**
   * Lets the calls in progress finish, and answers every later call with `reason`.
   *
   * @param reason - text that the model reads
   */
  halt(reason: string): void;
  /**
   * Aborts the calls in progress. They and all later calls are answered as interrupted.
   *
   * @param reason - message of the abort reason. Default: `The run was cancelled.`
   */
  cancel(reason?: string): void;
  /** Cancels the calls in progress and disposes the objects of the run. You may repeat it. */
  end(): Promise<void>;
}
