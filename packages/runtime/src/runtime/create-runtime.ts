import {
  HaftError,
  refuseUnknownOptions,
  requireKinds,
  requireOneOf,
  type Kinds,
  type OptionNames,
  type ToolOutcome,
} from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { ArgumentLimits } from '../arguments/accepted-arguments.js';
import type { Decisions } from '../call/deferral/decision.js';
import type { IsolationOptions } from '../isolation/isolation-options.js';
import type { ReferenceOptions } from '../references/reference-options.js';
import type { PendingRun } from '../run/deferral/pending-run.js';
import type { ResumeRunOptions } from '../run/deferral/resume-calls.js';
import type { ToolStatistics } from '../events/tool-statistics.js';
import type { Recovered, RecoverOptions } from '../run/ledger/recover-options.js';
import type { ExecuteCallOptions } from '../run/executor/execute-call.js';
import type { ExecutedOutcome, PlainCall } from '../ledger/call-executor.js';
import type { PendingCalls } from '../run/pending/pending-calls.js';
import type { RunOptions } from '../run/run-options.js';
import type { Run, ToolArguments, ToolName } from '../run/run.js';
import type { ValueTypes } from '../run/value-types.js';
import type { StandardTool } from '../toolsets/standard/standard-tool.js';
import type { ToolsOf } from '../toolsets/port/tool-types.js';
import type { RuntimeDescription } from './runtime-description.js';
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
export type WithRunOptions<Deps> = unknown extends Deps
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
  if (!hasToolsets(options)) throw noToolsets(options);
  refuseUnknown(options);
  return new DefaultRuntime(options.toolsets, options);
}

/** The options of `createRuntime`, for functions that take them and others. */
export const RUNTIME_OPTIONS: OptionNames<RuntimeOptions & { readonly toolsets: unknown }> = {
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
  references: true,
  redact: true,
  isolation: true,
  showSensitive: true,
  requestExpiryMs: true,
  onDeferred: true,
  onDeferredTimeoutMs: true,
  decisionLedger: true,
  ledger: true,
  ledgerCalls: true,
  leaseMs: true,
  executor: true,
  pendingSecret: true,
};

const CONCURRENCY: OptionNames<NonNullable<RuntimeOptions['concurrency']>> = {
  runtime: true,
  batch: true,
  background: true,
};
const ARGUMENTS: OptionNames<ArgumentLimits> = { maxCharacters: true, maxDepth: true, maxNodes: true, repair: true };
const ISOLATION: OptionNames<IsolationOptions> = { module: true, export: true, deps: true, threads: true };

const REFERENCES: OptionNames<ReferenceOptions> = {
  store: true,
  scope: true,
  ttlMs: true,
  maxCharacters: true,
  maxTotalCharacters: true,
};

const RUNTIME_KINDS: Kinds<RuntimeOptions> = {
  arguments: 'an object',
  cache: { methods: ['get', 'set'], name: 'a store with get() and set()' },
  concurrency: 'an object',
  container: { methods: ['createScope'], name: 'a container with createScope()' },
  decisionLedger: { methods: ['claim', 'release'], name: 'a ledger with claim() and release()' },
  executor: 'a function',
  formatter: 'a function',
  isolation: 'an object',
  ledger: {
    methods: ['propose', 'decide', 'start', 'renew', 'settle'],
    name: 'a ledger, such as new MemoryCallLedger()',
  },
  logger: {
    methods: ['debug', 'info', 'warn', 'error'],
    name: 'a logger with debug(), info(), warn() and error(), such as console',
  },
  onDeferred: 'a function',
  onEvent: 'a function',
  pendingSecret: 'a string',
  prepare: 'a function',
  rankTools: 'a function',
  references: 'an object',
};

function refuseUnknown(options: RuntimeOptions): void {
  refuseNoList('provide', options.provide, '[Workspace, { provide: Clock, useValue: clock }]');
  refuseNoList('interceptors', options.interceptors, '[logging]');
  refuseNoList('mapErrors', options.mapErrors, '[mapError(NotFound, toRetry)]');
  refuseUnknownOptions('createRuntime', options, RUNTIME_OPTIONS);
  requireKinds('createRuntime', options, RUNTIME_KINDS);
  const { concurrency = {}, arguments: limits = {}, isolation = {}, references = {} } = options;
  refuseUnknownOptions('createRuntime concurrency', concurrency, CONCURRENCY);
  refuseUnknownOptions('createRuntime arguments', limits, ARGUMENTS);
  refuseUnknownOptions('createRuntime isolation', isolation, ISOLATION);
  refuseUnknownOptions('createRuntime references', references, REFERENCES);
  const oneOf = <Value extends string>(name: string, value: Value | undefined, values: readonly Value[]): void => {
    if (value !== undefined) requireOneOf(`createRuntime ${name}`, value, values);
  };
  oneOf('onUnexpectedError', options.onUnexpectedError, ['outcome', 'throw']);
  oneOf('onExhausted', options.onExhausted, ['outcome', 'throw']);
  oneOf('ledgerCalls', options.ledgerCalls, ['needed', 'all']);
  oneOf('references.scope', references.scope, ['run', 'user']);
  oneOf('arguments.repair', options.arguments?.repair, ['all', 'readOnlyTools', 'never']);
  refuseOtherNames(options.redact);
  for (const name of ['interceptors', 'provide', 'mapErrors'] as const) {
    if (options[name] !== undefined && !Array.isArray(options[name])) throw noList(name);
  }
  for (const one of (options.mapErrors ?? []) as readonly unknown[]) {
    if (!isObject(one) || typeof one['write'] !== 'function') throw noMapping();
  }
}

function noList(name: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `createRuntime ${name} is not a list.`, {
    hint: `Write ${name}: [...].`,
  });
}

function noMapping(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'createRuntime mapErrors has a value that mapError() did not give.', {
    hint: 'Write mapErrors: [mapError(NotFoundError, (error) => new ModelRetry(error.message))].',
  });
}

/** Haft compares whole names of properties, so that a path or a glob would hide nothing. */
function refuseOtherNames(redact: readonly unknown[] = []): void {
  const names: readonly unknown[] = Array.isArray(redact) ? redact : [undefined];
  const other = names.findIndex((name) => typeof name !== 'string' || /^$|[*?[\]{}]|^\$?\./.test(name));
  if (other === -1) return;
  throw new HaftError('HAFT_INVALID_OPTION', `createRuntime redact has ${JSON.stringify(names[other])}.`, {
    hint: 'Write a list of whole names of properties, without paths and patterns: ["iban"].',
  });
}

/** Rejects an option that is not a list. */
function refuseNoList(name: string, value: unknown, example: string): void {
  if (value === undefined || Array.isArray(value)) return;
  throw new HaftError('HAFT_INVALID_OPTION', `The option '${name}' of createRuntime is not a list.`, {
    hint: `Write ${name}: ${example}.`,
  });
}

/** Returns whether the options have toolsets. In JavaScript they may be anything. */
function hasToolsets(options: unknown): boolean {
  return isObject(options) && options['toolsets'] !== undefined;
}

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
