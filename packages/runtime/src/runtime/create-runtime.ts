import { HaftError, refuseUnknownOptions, type OptionNames, type ToolOutcome } from '@haft/core';
import type { ArgumentLimits } from '../arguments/accepted-arguments.js';
import type { Decisions } from '../call/deferral/decision.js';
import type { IsolationOptions } from '../isolation/isolation-options.js';
import type { PendingRun } from '../run/deferral/pending-run.js';
import type { ResumeRunOptions } from '../run/deferral/resume-run-options.js';
import type { ToolStatistics } from '../events/tool-statistics.js';
import type { RunOptions } from '../run/run-options.js';
import type { Run, ToolArguments, ToolName } from '../run/run.js';
import type { StandardTool } from '../toolsets/standard/standard-tool.js';
import type { ToolsOf } from '../toolsets/port/tool-types.js';
import type { RuntimeOptions, ToolsetInput } from './runtime-options.js';
import { DefaultRuntime } from './tool-runtime.js';

/**
 * Tools, ready to be called.
 *
 * @typeParam Tools - the tools by name
 * @typeParam Deps - what every run must be given as `deps`, once `withDeps` said so
 */
export interface Runtime<Tools = object, Deps = unknown> extends AsyncDisposable {
  /**
   * Loads what calls load when they need it: the checks of large generated modules, and what mends and explains arguments. Nothing needs
   * it; a server that awaits it before it listens has no call that waits for a file.
   *
   * @throws HaftError `HAFT_PART_MISSING` when a file cannot be loaded
   */
  load(): Promise<void>;
  /** Starts a run. Cheap: nothing is made before something is called. */
  startRun(...options: WithDeps<Deps, RunOptions<Deps>>): Run<Tools>;
  /**
   * The same runtime, typed: every run must be given these dependencies, the ones that tools declare as `RunContext<Deps>`.
   *
   * @example
   * const runtime = createRuntime({ toolsets }).withDeps<AppDeps>();
   * const run = runtime.startRun({ deps: { user: 'ann' } });
   */
  withDeps<NewDeps>(): Runtime<Tools, NewDeps>;
  /**
   * Goes on with a run that waits, in this process or in another one. The run keeps its id, user, budgets and limits.
   *
   * @param pending - what `run.pending()` gave
   * @throws HaftError as `run.resume`, and `HAFT_INVALID_PENDING` for what no runtime with this `pendingSecret` wrote
   */
  resumeRun(
    pending: PendingRun,
    decisions: Decisions,
    ...options: WithDeps<Deps, ResumeRunOptions<Deps>>
  ): Promise<ResumedRun<Tools>>;
  /**
   * A tool as other libraries take it: with `~standard`, a Standard Schema of its arguments. Aliases find it too.
   *
   * @throws HaftError `HAFT_UNKNOWN_TOOL` when there is none, and for toolsets that differ from run to run: `run.tools()` has theirs
   * @example
   * const inputSchema = runtime.tool('file_read'); // for the AI SDK, Mastra, MCP, OpenAI Agents
   */
  tool<Name extends ToolName<Tools>>(name: Name): StandardTool<ToolArguments<Tools, Name>>;
  /** What was counted of each tool, in all runs. */
  statistics(): readonly ToolStatistics[];
  /**
   * The same of one tool.
   *
   * @throws HaftError `HAFT_UNKNOWN_TOOL` when there is none, and none was in any run
   */
  statistics(tool: ToolName<Tools>): ToolStatistics;
  /** Ends what the container made for all runs, and the runs that have calls in flight. */
  dispose(): Promise<void>;
}

/** Options that must be there, with `deps`, when it is known which. */
export type WithDeps<Deps, Options> = unknown extends Deps
  ? [options?: Options]
  : [options: Options & { readonly deps: Deps }];

/** A run that goes on, and what came of the calls that waited. */
export interface ResumedRun<Tools = object> {
  readonly run: Run<Tools>;
  readonly outcomes: readonly ToolOutcome[];
}

/**
 * Makes a runtime of toolsets: plans the tools, checks the wiring.
 *
 * @throws HaftError `HAFT_STALE_DESCRIPTOR`, `HAFT_NOT_REFLECTED`, `HAFT_DUPLICATE_TOOL`, `HAFT_WIRING`, `HAFT_INVALID_OPTION`
 * @example
 * const runtime = createRuntime({ toolsets, provide: [Workspace] });
 * const run = runtime.startRun({ deps, signal });
 */
export function createRuntime<const Input extends ToolsetInput | readonly ToolsetInput[]>(
  options: RuntimeOptions & { readonly toolsets: Input },
): Runtime<RuntimeTools<Input>> {
  if (!hasToolsets(options)) throw noToolsets(options);
  refuseUnknown(options);
  return new DefaultRuntime(options.toolsets, options);
}

const OPTIONS: OptionNames<RuntimeOptions & { readonly toolsets: unknown }> = {
  toolsets: true,
  provide: true,
  container: true,
  prepare: true,
  rankTools: true,
  retries: true,
  timeoutMs: true,
  maxCalls: true,
  concurrency: true,
  interceptors: true,
  mapErrors: true,
  onUnexpectedError: true,
  onExhausted: true,
  checkResults: true,
  maxResultCharacters: true,
  arguments: true,
  measureDurations: true,
  formatter: true,
  logger: true,
  onEvent: true,
  cache: true,
  redact: true,
  isolation: true,
  showSensitive: true,
  requestExpiryMs: true,
  onDeferred: true,
  onDeferredTimeoutMs: true,
  decisionLedger: true,
  pendingSecret: true,
};

const CONCURRENCY: OptionNames<NonNullable<RuntimeOptions['concurrency']>> = { runtime: true, batch: true };
const ARGUMENTS: OptionNames<ArgumentLimits> = { maxCharacters: true, maxDepth: true, maxNodes: true, repair: true };
const ISOLATION: OptionNames<IsolationOptions> = { module: true, export: true, deps: true, threads: true };

function refuseUnknown(options: RuntimeOptions): void {
  const { concurrency = {}, arguments: limits = {}, isolation = {} } = options;
  refuseUnknownOptions('createRuntime', options, OPTIONS);
  refuseUnknownOptions('createRuntime concurrency', concurrency, CONCURRENCY);
  refuseUnknownOptions('createRuntime arguments', limits, ARGUMENTS);
  refuseUnknownOptions('createRuntime isolation', isolation, ISOLATION);
}

/** Types say so; JavaScript, and `createRuntime(toolsets)` by habit, do not. */
function hasToolsets(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'toolsets' in options && options.toolsets !== undefined;
}

function noToolsets(options: unknown): HaftError {
  const given = typeof options === 'function' ? `the class ${options.name}` : 'no `toolsets`';
  return new HaftError('HAFT_INVALID_OPTION', `createRuntime was given ${given}.`, {
    hint: 'Write createRuntime({ toolsets }), with the `toolsets` of the module that `npx haft build` writes, or with toolsets of your own.',
  });
}

/** The tools that the types of the given toolsets tell. */
export type RuntimeTools<Input> = Input extends readonly (infer One)[] ? AllOf<ToolsOf<One>> : ToolsOf<Input>;

/** `A | B` as `A & B`. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : object;
