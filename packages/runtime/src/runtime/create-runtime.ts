import { HaftError, type DefinitionKind, type ToolOutcome } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { Decisions } from '../call/deferral/decision.js';
import type { PendingRun } from '../run/deferral/pending-run.js';
import type { ResumeRunOptions } from '../run/deferral/resume-calls.js';
import type { ToolStatistics } from '../events/tool-statistics.js';
import type { Recovered, RecoverOptions } from '../run/recover-options.js';
import type { ExecuteCallOptions } from '../run/executor/execute-call.js';
import type { ExecutedOutcome, PlainCall } from '../ledger/call-executor.js';
import type { Tasks } from '../run/tasks.js';
import type { PendingCalls } from '../run/pending/pending-calls.js';
import type { RunOptions } from '../run/run-options.js';
import type { Run, ToolArguments, ToolName } from '../run/run.js';
import type { ValueTypes } from '../run/value-types.js';
import type { StandardTool, ToolsOf } from '@haft/compose';
import type { RuntimeDescription } from './runtime-description.js';
import { requireOptions } from './require-options.js';
import type { RuntimeOptions, ToolsetInput } from './runtime-options.js';
import { DefaultRuntime } from './tool-runtime.js';
import type { ValueKeepingOptions } from './value-keeping-options.js';

/**
 * A runtime: tools that are ready for calls.
 *
 * @typeParam Tools - the tools by name
 * @typeParam Deps - type of the `deps` that every run requires after `withDeps`
 * @typeParam Values - whether runs type `outcome.value`, default: `unknown`
 */
export interface Runtime<
  Tools = object,
  Deps = unknown,
  Values extends ValueTypes = 'unknown',
> extends AsyncDisposable {
  /**
   * Loads the files that calls load lazily: checks of large generated modules, and the code for
   * invalid arguments. Optional. If a server awaits it before it listens, no call waits for a file.
   *
   * @throws {HaftError} `HAFT_PART_MISSING` if a file cannot be loaded
   */
  load(): Promise<void>;
  /**
   * Starts a run. This is cheap: the run creates its objects at the first call.
   *
   * @param options - settings of the run, with `deps` after `withDeps`
   * @throws {HaftError} `HAFT_INVALID_OPTION` if an option is unknown or invalid
   */
  startRun(...options: WithDeps<Deps, RunOptions<Deps> & { readonly onDeferred?: undefined }>): Run<Tools, Values>;
  /**
   * Starts a run with `onDeferred`. Another system can answer its calls, so `outcome.value` is
   * `unknown`.
   *
   * @param options - settings of the run, with `deps` after `withDeps`
   * @throws {HaftError} `HAFT_INVALID_OPTION` if an option is unknown or invalid
   */
  startRun(...options: WithDeps<Deps, RunOptions<Deps>>): Run<Tools>;
  /**
   * Returns the same runtime with another type: every run requires these dependencies, which tools
   * declare as `RunContext<Deps>`.
   *
   * @example
   * const runtime = createRuntime({ toolsets }).withDeps<AppDeps>();
   * const run = runtime.startRun({ deps: { user: 'ann' } });
   */
  withDeps<NewDeps>(): Runtime<Tools, NewDeps, Values>;
  /**
   * Continues a paused run, in this process or in another one. The run keeps its id, user, budgets
   * and limits.
   *
   * @param pending - the result of `run.pending()`
   * @param decisions - decisions by request id
   * @param options - settings of the run. With `partial: true`, undecided requests stay open
   * @throws {HaftError} `HAFT_INVALID_PENDING` if a runtime with this `pendingSecret` did not write
   *   it, and the codes of `run.resume`
   */
  resumeRun(
    pending: PendingRun,
    decisions: Decisions,
    ...options: WithDeps<Deps, ResumeRunOptions<Deps> & { readonly onDeferred?: undefined }>
  ): Promise<ResumedRun<Tools, Values>>;
  /**
   * Continues a paused run with `onDeferred`. Another system can answer its calls, so
   * `outcome.value` is `unknown`.
   *
   * @throws {HaftError} the codes of the first form
   */
  resumeRun(
    pending: PendingRun,
    decisions: Decisions,
    ...options: WithDeps<Deps, ResumeRunOptions<Deps>>
  ): Promise<ResumedRun<Tools>>;
  /**
   * The calls that wait for decisions in the ledger.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the runtime has no ledger
   */
  readonly pending: PendingCalls<Deps>;
  /**
   * The background calls in the ledger, for the host: how far they are, what they wait for, and
   * their outcomes.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the runtime has no ledger
   */
  readonly tasks: Tasks<Deps>;
  /**
   * Continues calls of the ledger whose process died, and approved calls that no process executes.
   * A tool that only reads or is idempotent runs again. A tool with `reconcile` is asked. The end
   * of every other call is unknown, and a person decides. Call it at the start and at an interval.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the runtime has no ledger
   */
  recover(...options: WithRunOptions<Deps>): Promise<Recovered>;
  /**
   * Executes a call that another process accepted, in place of that process. Checks its arguments
   * and its approval again. With `pendingSecret`, both runtimes need the same one.
   *
   * A background call is an attempt of its row in the ledger, which both runtimes need. Its signal
   * then leaves the call to another process. If another process executes it already, the outcome is
   * `interrupted`.
   *
   * @param call - the call, as JSON from the other process
   * @returns the outcome, with the effects of the tool on its run: a halt, revealed tools. It
   *   is `deferred` if the approval is missing or for another call.
   * @throws {HaftError} `HAFT_INVALID_PENDING` if the form or the signature is wrong, the tool has
   *   another definition, or the time of the call is over. `HAFT_UNKNOWN_TOOL`
   */
  executeCall(
    call: PlainCall,
    ...options: WithDeps<Deps, ExecuteCallOptions & { readonly deps?: Deps }>
  ): Promise<ExecutedOutcome>;
  /**
   * Returns a tool for other libraries. Its `~standard` is a Standard Schema of the arguments.
   *
   * @param name - name or alias of the tool
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` if no tool has the name, or if toolsets change from run
   *   to run: then use `run.tools()`
   * @example
   * const inputSchema = runtime.tool('file_read'); // for the AI SDK, Mastra, MCP, OpenAI Agents
   */
  tool<Name extends ToolName<Tools>>(name: Name): StandardTool<ToolArguments<Tools, Name>>;
  /**
   * Describes the tools of a run and the toolsets that they come from, for pages and programs that
   * show them. Asks toolsets that change from run to run.
   *
   * @param options - settings of the run, with `deps` after `withDeps`
   * @throws {HaftError} `HAFT_TOOLSET_FAILED` if a toolset cannot return its tools
   */
  describe(...options: WithDeps<Deps, RunOptions<Deps>>): Promise<RuntimeDescription>;
  /** Lists the permissions that the tools require, sorted. Without those of dynamic toolsets. */
  permissions(): readonly string[];
  /** Returns the kinds of definitions that the toolsets have, such as `resource`. */
  kinds(): ReadonlySet<DefinitionKind>;

  /** Returns the counts of every tool, over all runs. */
  statistics(): readonly ToolStatistics[];
  /**
   * Returns the counts of one tool, over all runs.
   *
   * @param tool - name of the tool
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` if no tool of any run so far has the name
   */
  statistics(tool: ToolName<Tools>): ToolStatistics;
  /** Disposes the objects of the container, and ends the runs with calls in progress. */
  dispose(): Promise<void>;
}

/** The options of a method. `deps` is required if its type is known. */
export type WithDeps<Deps, Options> = unknown extends Deps
  ? [options?: Options]
  : [options: Options & { readonly deps: Deps }];

/** The options of `runtime.recover`. `runOptions` is required if the type of `deps` is known. */
type WithRunOptions<Deps> = unknown extends Deps
  ? [options?: RecoverOptions<Deps>]
  : [options: RecoverOptions<Deps> & Required<Pick<RecoverOptions<Deps>, 'runOptions'>>];

/** A resumed run and the outcomes of its paused calls. */
export interface ResumedRun<Tools = object, Values extends ValueTypes = 'unknown'> {
  /** The run. Use it for the next calls. */
  readonly run: Run<Tools, Values>;
  /** Outcomes of the paused batches, in the order of the calls. */
  readonly outcomes: readonly ToolOutcome[];
}

/**
 * Creates a runtime: plans the tools and checks the wiring.
 *
 * @param options - toolsets, and settings for all runs
 * @throws {HaftError} `HAFT_STALE_DESCRIPTOR`, `HAFT_NOT_REFLECTED`, `HAFT_DUPLICATE_TOOL`,
 *   `HAFT_WIRING`, `HAFT_INVALID_OPTION`
 * @example
 * const runtime = createRuntime({ toolsets, provide: [Workspace] });
 * const run = runtime.startRun({ deps, signal });
 */
export function createRuntime<const Input extends ToolsetInput | readonly ToolsetInput[]>(
  options: ValueKeepingOptions & { readonly toolsets: Input },
): Runtime<RuntimeTools<Input>, DepsOf<RuntimeTools<Input>>, 'typed'>;
/**
 * Creates a runtime with options that may replace the values of outcomes, so `outcome.value` is
 * `unknown`.
 *
 * @throws {HaftError} the codes of the first form
 */
export function createRuntime<const Input extends ToolsetInput | readonly ToolsetInput[]>(
  options: RuntimeOptions & { readonly toolsets: Input },
): Runtime<RuntimeTools<Input>, DepsOf<RuntimeTools<Input>>>;
export function createRuntime(
  options: RuntimeOptions & { readonly toolsets: unknown },
): Runtime<object, unknown, 'typed'> {
  if (!isObject(options) || options.toolsets === undefined) throw noToolsets(options);
  requireOptions(options);
  return new DefaultRuntime(options.toolsets, options);
}

/** Returns whether the options have toolsets. In JavaScript they may be anything. */
function noToolsets(options: unknown): HaftError {
  const given = typeof options === 'function' ? `the class ${options.name}` : 'no `toolsets`';
  return new HaftError('HAFT_INVALID_OPTION', `createRuntime was given ${given}.`, {
    hint: 'Write createRuntime({ toolsets }), with the `toolsets` of the module that `npx haft build` writes, or with toolsets of your own.',
  });
}

/** The tools by name, from the types of the given toolsets. */
export type RuntimeTools<Input> = Input extends readonly (infer One)[] ? AllOf<ToolsOf<One>> : ToolsOf<Input>;

/**
 * The type of `deps` of every run before `withDeps`: an object if a tool reads `run.deps`, as `haft
 * build` finds. Else `unknown`, so that a run needs none.
 */
export type DepsOf<Tools> = 0 extends 1 & Tools // `any` says nothing
  ? unknown
  : [Extract<Tools[keyof Tools], { readonly deps: true }>] extends [never]
    ? unknown
    : object;

/** `A | B` as `A & B`. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : object;
