import {
  HaftError,
  permissionsIn,
  requireCount,
  requireInterceptor,
  requireKind,
  type DefinitionKind,
  type RunContext,
  type ToolOutcome,
} from '@haft/core';
import { loadAhead, type OnDemand } from '@haft/arguments/internal';
import { nameInRun, warn } from '@haft/core/internal';
import { MemoryStore } from '../cache/memory-store.js';
import type { SharedCache } from '../cache/shared-cache.js';
import type { RuntimeSettings } from '../call/runtime-settings.js';
import { CallsInFlight } from '../call/in-flight/calls-in-flight.js';
import { timeOut } from '../call/finish-call.js';
import { requireObject } from '../call/require-call.js';
import { loadLazy } from '../call/load-lazy.js';
import type { Container } from '../container/container.js';
import { createContainer } from '../container/create-container.js';
import { toolRequests } from '../container/tool-requests.js';
import type { Decisions } from '../call/deferral/decision.js';
import type { PendingRun } from '../run/deferral/pending-run.js';
import type { ResumeRunOptions } from '../run/deferral/resume-calls.js';
import { eventChannel, type EventMessage } from '../events/event-channel.js';
import { now } from '../events/now.js';
import { runChannel, type RunMessage } from '../events/run-channel.js';
import type { RunEvent, RunEventListener } from '../events/run-event.js';
import type { ToolStatistics } from '../events/tool-statistics.js';
import { notifyListener } from '../events/notify-listener.js';
import { References } from '../references/references.js';
import { IN_WORKER } from '../isolation/isolated-job.js';
import { ThreadPool } from '../isolation/thread-pool.js';
import { Gate } from '../limits/gate.js';
import type { ExecutedOutcome, PlainCall } from '../ledger/call-executor.js';
import { CallContext } from '../call/context/call-context.js';
import { refuseOtherRunOptions, type RunOptions } from '../run/run-options.js';
import { warnLongDescription } from './warn-long-description.js';
import { warnManyTools } from './warn-many-tools.js';
import { DefaultRun, disposed } from '../run/default-run.js';
import { executeCall, type ExecuteCallOptions } from '../run/executor/execute-call.js';
import { verifyPending } from '../run/deferral/verify-pending.js';
import type { Recovered, RecoverOptions } from '../run/recover-options.js';
import type { PendingCalls } from '../run/pending/pending-calls.js';
import type { RunRuntime } from '../run/runtime-port.js';
import type { RunUser } from '../ledger/owner.js';
import {
  type AnyTool,
  type AnyToolset,
  rankByText,
  type RankTools,
  standardTool,
  type StandardTool,
} from '@haft/compose';
import {
  candidatesOf,
  CombinedToolset,
  entriesOf,
  entryOf,
  PreparedToolset,
  refuseUnknownIntercepted,
  type ToolEntry,
  withSearchTools,
} from '@haft/compose/internal';
import { durableCallsOf, type RuntimeDurablePort } from '../run/durable-feature.js';
import type { TaskOwner, Tasks } from '../run/tasks.js';
import { noLedger } from '../run/no-ledger.js';
import { noStatistics, noTool } from './no-tool.js';
import { refuseSettings } from './refuse-settings.js';
import { parametersToShow } from '../call/context/parameters-to-show.js';
import { PlannedTool, type PlanDefaults } from '../call/tools/planned-tool.js';
import { describeRuntime } from './describe-runtime.js';
import type { RuntimeDescription } from './runtime-description.js';
import type { RuntimeOptions } from './runtime-options.js';
import { SharedToolState } from '../call/tools/shared-tool-state.js';
import { showOnly } from '../events/show-only.js';
import { isCanClass, requirePermissions } from '../run/state/access.js';
import { ToolTable } from '../run/state/tool-table.js';
import { settingsOf } from './settings-of.js';
import { toolsetsOf } from './toolsets-of.js';

/** The implementation of `Runtime`, for the steps of a call. */
export class DefaultRuntime implements RunRuntime {
  /** All toolsets, combined. */
  readonly toolset: AnyToolset;
  /** The tools. Undefined if a toolset changes them from run to run or step to step. */
  readonly fixedTools: ToolTable | undefined;
  readonly container: Container;
  private readonly rankTools: RankTools;
  readonly can: RunRuntime['can'];
  readonly interceptors: NonNullable<RuntimeOptions['interceptors']>;

  isDisposed = false;
  /** Whether the developer was warned of many tools. */
  private hasWarned = false;
  readonly limits: RuntimeSettings['limits'];
  readonly errors: RuntimeSettings['errors'];
  readonly results: RuntimeSettings['results'];
  readonly people: RuntimeSettings['people'];
  readonly observe: RuntimeSettings['observe'];
  readonly gate: Gate;
  /** The gates of a call that nothing else limits. */
  readonly gates: readonly Gate[];
  readonly cache: SharedCache;
  readonly references: References;
  /** The threads of `@Isolated` tools. */
  readonly threads: ThreadPool | undefined;
  readonly inFlight = new CallsInFlight((call) => {
    timeOut(call, call.state.planned.outOfTime);
  });

  private readonly planDefaults: PlanDefaults;
  private readonly onDemand: readonly OnDemand[];
  private readonly sharedStates = new Map<string, SharedToolState>();
  private readonly plans = new WeakMap<AnyTool, PlannedTool>();
  /** Undefined without a ledger. */
  readonly durable: RuntimeDurablePort | undefined;

  constructor(inputs: unknown, options: RuntimeOptions) {
    const { limits, errors, results, people, observe } = settingsOf(options);
    this.limits = limits;
    this.errors = errors;
    this.results = results;
    this.people = people;
    this.observe = observe;
    this.gate = new Gate(limits.concurrency.runtime);
    this.gates = [this.gate];
    this.cache = { store: options.cache ?? new MemoryStore(), results: undefined };
    this.references = new References(options.references);
    this.threads = options.isolation && new ThreadPool(options.isolation);
    const { ledger, calls = 'needed', leaseMs = 30_000, executor } = options.durability ?? {};
    requireCount('createRuntime durability.leaseMs', leaseMs, 1000);
    const { continueRun, runOf } = this;
    const host = { runtime: this, continueRun, runOf, leaseMs, hasExecutor: executor !== undefined };
    this.durable = ledger && durableCallsOf(ledger, host);
    this.can = options.can;
    this.interceptors = options.interceptors ?? [];
    for (const one of this.interceptors) requireInterceptor('createRuntime interceptors', one);
    this.planDefaults = {
      timeoutMs: limits.timeoutMs,
      interceptors: this.interceptors,
      checksResults: results.check,
      ledgerCalls: ledger === undefined ? undefined : calls,
      executor,
    };

    const { toolsets, instances, onDemand } = toolsetsOf(inputs);
    this.onDemand = onDemand;
    const combined = new CombinedToolset(toolsets);
    this.toolset = options.prepare === undefined ? combined : new PreparedToolset(combined, options.prepare);
    this.rankTools = options.rankTools ?? rankByText();
    const fixed = this.toolset.fixed === true;
    const entries = fixed ? this.withOwnTools(entriesOf(this.toolset)) : [];
    const { tools, isComplete } = fixed ? { tools: [], isComplete: true } : candidatesOf(this.toolset);
    if (isComplete)
      refuseUnknownIntercepted(this.interceptors, () =>
        [...entries, ...this.withOwnTools(tools.map(entryOf))].map(({ name }) => name),
      );
    this.fixedTools = fixed ? new ToolTable(entries, (tool) => this.planOnce(tool)) : undefined;
    // Otherwise each run shows other tools.
    if (this.fixedTools?.isLimited === false) this.noteShown(this.fixedTools.entries);
    if (options.container !== undefined && options.provide !== undefined) throw twoContainers();
    this.container =
      options.container ??
      createContainer({
        provide: options.provide,
        instances,
        services: this.toolset.services,
        requests: [...toolRequests(entries), ...interceptorRequests(this.planDefaults), ...canRequests(this.can)],
        onDisposalError: (error, run) => {
          this.tellDisposal(error, run);
        },
      });
  }

  withOwnTools(entries: readonly ToolEntry[], hasTask = false): readonly ToolEntry[] {
    const withTasks = this.durable?.withTaskTools(entries, hasTask) ?? entries;
    return withSearchTools(withTasks, this.rankTools, parametersToShow);
  }

  noteShown(entries: readonly ToolEntry[]): void {
    if (!this.hasWarned) this.hasWarned = warnManyTools(entries, this.observe.logger);
  }

  async load(): Promise<void> {
    await loadLazy();
    await loadAhead(this.onDemand);
  }

  startRun(options: RunOptions = {}): DefaultRun {
    if (this.isDisposed) throw disposed('runtime.startRun()');
    requireObject(options, 'runtime.startRun', 'options, or leave them out');
    refuseOtherRunOptions('startRun', options);
    return announced(this.newRun(options), 'start');
  }

  /** @throws {HaftError} `HAFT_NO_PERMISSIONS` */
  private newRun(options: RunOptions, from?: PendingRun): DefaultRun {
    const needsPermissions = this.fixedTools !== undefined && this.fixedTools.permissions.size > 0;
    if (needsPermissions && !(IN_WORKER in options)) requirePermissions(this, options);
    return new DefaultRun(this, options, from);
  }

  permissions(): readonly string[] {
    const tools = candidatesOf(this.toolset).tools.map(({ settings }) => permissionsIn(settings.requires ?? []));
    return [...new Set([...(this.fixedTools?.permissions ?? []), ...tools.flat()])].sort();
  }

  kinds(): ReadonlySet<DefinitionKind> {
    const offers = this.fixedTools?.offers.all.map(({ tool }) => tool) ?? [];
    const tools = [...candidatesOf(this.toolset).tools, ...offers];
    return new Set(['tool', ...tools.map(({ definition }) => definition.kind ?? 'tool')]);
  }

  /** Changes only the type. */
  withDeps(): this {
    return this;
  }

  async resumeRun(
    pending: PendingRun,
    decisions: Decisions,
    given: ResumeRunOptions = {},
  ): Promise<{ readonly run: DefaultRun; readonly outcomes: readonly ToolOutcome[] }> {
    requireObject(given, 'runtime.resumeRun', 'options behind the decisions, or leave them out');
    const { partial, ...options } = given;
    refuseOtherRunOptions('resumeRun', options);
    verifyPending(pending, this.people.pendingSecret);
    const run = this.continueRun(pending, options);
    return { run, outcomes: await run.resume(decisions, { partial }) };
  }

  get pending(): PendingCalls {
    if (this.durable === undefined) throw noLedger('runtime.pending');
    return this.durable.pending;
  }

  get tasks(): Tasks {
    if (this.durable === undefined) throw noLedger('runtime.tasks');
    return this.durable.tasks;
  }

  async recover(options: RecoverOptions = {}): Promise<Recovered> {
    if (this.durable === undefined) throw noLedger('runtime.recover()');
    return this.durable.recover(options);
  }

  async describe(options: RunOptions = {}): Promise<RuntimeDescription> {
    requireObject(options, 'runtime.describe', 'options of a run, or leave them out');
    refuseOtherRunOptions('describe', options);
    return describeRuntime(new DefaultRun(this, options));
  }

  async executeCall(call: PlainCall, options: ExecuteCallOptions = {}): Promise<ExecutedOutcome> {
    const start = (given: RunOptions): DefaultRun => announced(this.newRun(given), 'resume');
    return executeCall({ start, secret: this.people.pendingSecret, durable: this.durable }, call, options);
  }

  /** Returns the run of an owner of tasks. */
  private readonly runOf = (owner: TaskOwner): { readonly run: DefaultRun; readonly isKept: boolean } => {
    if (owner instanceof DefaultRun) return { run: owner, isKept: true };
    requireObject(owner, 'runtime.tasks', 'the run or the run options of the user');
    const options = owner as RunOptions;
    refuseOtherRunOptions('runtime.tasks', options);
    return { run: this.newRun(options), isKept: false };
  };

  private readonly continueRun = (pending: PendingRun, options: RunOptions): DefaultRun =>
    announced(this.newRun({ ...options, ...ownerOf(pending) }, pending), 'resume');

  /** Prepares a tool for calls. Returns the same object for the same tool. */
  plan(tool: AnyTool): PlannedTool {
    let planned = this.plans.get(tool);
    if (planned === undefined) {
      planned = this.planOnce(tool);
      this.plans.set(tool, planned);
    }
    return planned;
  }

  private planOnce(tool: AnyTool): PlannedTool {
    refuseSettings(tool, this);
    return new PlannedTool(tool, this.sharedStateOf(tool), this.planDefaults);
  }

  tool(name: string): StandardTool<never> {
    requireKind('The argument of runtime.tool()', name, 'a string');
    const planned = this.fixedTools?.find(name);
    if (planned === undefined) throw noTool(name, this.fixedTools);
    return standardTool(planned.tool) as StandardTool<never>;
  }

  statistics(): readonly ToolStatistics[];
  statistics(tool: string): ToolStatistics;
  statistics(tool?: string): readonly ToolStatistics[] | ToolStatistics {
    this.fixedTools?.planAll();
    if (tool === undefined) return [...this.sharedStates].map(([name, one]) => one.statistics(name));
    requireKind('The argument of runtime.statistics()', tool, 'a string');
    const shared = this.sharedStates.get(tool);
    if (shared === undefined) throw noStatistics(tool, [...this.sharedStates.keys()]);
    return shared.statistics(tool);
  }

  /** Sends an event of a user's run to listeners. Logs their errors. */
  tell(event: RunEvent, { userId, tenantId }: RunUser, ...listeners: readonly (RunEventListener | undefined)[]): void {
    if (eventChannel.hasSubscribers) {
      eventChannel.publish({ runtime: this, userId, tenantId, event } satisfies EventMessage);
    }
    for (const one of listeners) {
      if (one === undefined) continue;
      notifyListener(one, [event], (error) => {
        this.observe.logger.error('A listener of run events threw.', { error });
      });
    }
  }

  /** Reports a failed disposal as an event, and as a process warning if no listener exists. */
  private tellDisposal(error: HaftError, run: RunContext | undefined): void {
    const event: RunEvent = { type: 'disposal', at: now(), runId: run?.runId ?? '', callId: '', tool: '', error };
    if (run === undefined || !CallContext.tell(run, event)) this.tell(event, run ?? {}, this.observe.onEvent);
    warn(error);
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.durable?.dispose();
    for (const run of new Set(this.inFlight.of().map((call) => call.run))) await run.end();
    await this.threads?.dispose();
    await this.container.dispose?.();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** Finds state by name: a tool that a step shows changed is still the same tool. */
  private sharedStateOf(tool: AnyTool): SharedToolState {
    const { definition, settings } = tool;
    const key = nameInRun(definition);
    let shared = this.sharedStates.get(key);
    if (shared === undefined) {
      shared = new SharedToolState(settings);
      this.sharedStates.set(key, shared);
      if (tool.offer === undefined) warnLongDescription(tool, this.observe.logger);
    }
    return shared;
  }
}

showOnly(DefaultRuntime, 'Runtime', (runtime) => ({
  tools: runtime.fixedTools?.definitions.map(({ name }) => name) ?? 'other ones in each run',
  callsInFlight: runtime.inFlight.size,
}));

/** Tells the subscribers of the channel that a run begins, if there are any. */
function announced(run: DefaultRun, type: RunMessage['type']): DefaultRun {
  if (runChannel.hasSubscribers) run.announce(type);
  return run;
}

/** Returns the id, the user and the tenant of a pending run. */
function ownerOf({ runId, userId, tenantId }: PendingRun): RunOptions {
  return { id: runId, ...(userId === undefined ? {} : { userId }), ...(tenantId === undefined ? {} : { tenantId }) };
}

function interceptorRequests({ interceptors }: PlanDefaults) {
  return interceptors.flatMap((one) =>
    typeof one === 'function' ? [{ token: one, neededBy: 'createRuntime interceptors' }] : [],
  );
}

function canRequests(can: RunRuntime['can']) {
  return can !== undefined && isCanClass(can) ? [{ token: can, neededBy: 'createRuntime can' }] : [];
}

function twoContainers(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'createRuntime was given both `container` and `provide`.', {
    hint: 'A container of your own knows its providers: register them there.',
  });
}
