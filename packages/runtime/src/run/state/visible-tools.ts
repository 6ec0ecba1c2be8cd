import { HaftError, type ToolCall } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { targetOf } from '../../call/tools/meant-call.js';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import {
  type AccessQuestion,
  candidatesOf,
  entryOf,
  interceptedTools,
  isCallTool,
  isLimited,
  questionsOf,
  type ToolEntry,
} from '@haft/compose/internal';
import type { AnyTool, AnyToolset } from '@haft/compose';
import { Access, type RunOfAccess } from './access.js';
import { ToolTable } from './tool-table.js';
import { loadLazy } from '../../call/load-lazy.js';
import type { RunPort } from '../../call/run-port.js';
import { withinTime } from '../../async/within-time.js';

/**
 * The tools of one run whose toolsets may change from run to run or from step to step, or whose
 * tools exist for some users only.
 */
export class VisibleTools {
  /** The tools that the user may call. Undefined until the step is prepared. */
  table: ToolTable | undefined = undefined;
  /** The same tools, and those that the user may not call. */
  all: ToolTable | undefined = undefined;
  /** Undefined until a tool exists for some users only. */
  private access: Access | undefined = undefined;
  private toolset: Promise<AnyToolset> | undefined = undefined;
  private preparing: Promise<ToolTable> | undefined = undefined;

  constructor(private readonly run: RunOfAccess & Pick<RunPort, 'factsFromOutside'>) {}

  /** Prepares the table of this step. Parallel calls share one preparation. */
  prepare(): Promise<ToolTable> {
    return (this.preparing ??= this.startMaking());
  }

  /** Prepares the tools of this step, for every user. */
  prepareAll(): Promise<ToolTable> {
    const { fixedTools } = this.run.runtime;
    return fixedTools === undefined ? this.makeAll() : Promise.resolve(fixedTools);
  }

  /**
   * Asks again whether the user may call the tools of some calls. Returns undefined if there is
   * nothing to ask.
   */
  refresh(calls: readonly ToolCall[]): Promise<ToolTable> | undefined {
    const { all } = this;
    if (all?.isLimited !== true) return undefined;
    return this.refreshTools(calls.flatMap((call) => this.meantTools(all, call)));
  }

  /** Asks again whether the user may call these tools, or read these resources and prompts. */
  refreshTools(tools: readonly PlannedTool[]): Promise<ToolTable> | undefined {
    const { all } = this;
    if (all?.isLimited !== true) return undefined;
    const questions = tools.flatMap(({ tool }) => questionsOf(tool));
    return questions.length === 0 ? undefined : this.narrowed(all, questions);
  }

  /** Returns the tools that a call may mean, also behind `call_tool`. */
  private meantTools(all: ToolTable, call: ToolCall): readonly PlannedTool[] {
    if (!isObject(call) || typeof call.name !== 'string') return [];
    const { name } = call;
    const exact = all.find(name);
    const meant = exact === undefined ? [this.table?.findMeant(name), all.findMeant(name)] : [exact];
    const tools = meant.filter((planned) => planned !== undefined);
    if (!tools.some(({ tool }) => isCallTool(tool))) return tools;
    const target = targetOf(this.run, call.arguments);
    return target === undefined ? [] : this.meantTools(all, { name: target.call.name });
  }

  /** Asks again whether the user may call a tool. */
  async permits(tool: AnyTool): Promise<boolean> {
    return !isLimited(tool) || this.isInThread || this.accessOfUser().permits(tool);
  }

  /** Returns the toolset of this run, the same one at each step. */
  toolsetOfRun(): Promise<AnyToolset> {
    return (this.toolset ??= this.forThisRun());
  }

  /** Makes the next `prepare` ask the toolsets again. */
  forget(): void {
    this.table = undefined;
    this.all = undefined;
    this.preparing = undefined;
  }

  /** Disposes the toolsets that were created for this run. */
  async dispose(): Promise<void> {
    if (this.toolset === undefined) return;
    const { timeoutMs } = this.run.runtime.limits;
    const toolset = await withinTime(this.toolset, timeoutMs, tooSlow(timeoutMs)).catch(() => undefined);
    if (toolset !== this.run.runtime.toolset) await toolset?.dispose?.();
  }

  private startMaking(): Promise<ToolTable> {
    const making = this.make();
    making.catch(() => {
      if (this.preparing === making) this.forget();
    });
    return making;
  }

  private async make(): Promise<ToolTable> {
    // `prepare` sets the field after this function returns at its first `await`.
    await Promise.resolve();
    const { preparing } = this;
    const { timeoutMs } = this.run.runtime.limits;
    // Calls wait for the preparation, so that it takes at most their time.
    const all = await withinTime(this.prepareAll(), timeoutMs, tooSlow(timeoutMs));
    // Step 1 reads the arguments of `call_tool`.
    if (all.keepsSomeHidden) await loadLazy();
    const table = all.isLimited ? await this.narrowed(all, all.questions) : all;
    this.run.runtime.noteShown(table.entries);
    if (this.preparing === preparing) {
      this.all = all;
      this.table = table;
    }
    return table;
  }

  /** Asks the questions, and returns the tools that the user may call. */
  private async narrowed(all: ToolTable, questions: readonly AccessQuestion[]): Promise<ToolTable> {
    if (this.isInThread) return all;
    const access = this.accessOfUser();
    await access.ask(questions);
    const { runtime, counts } = this.run;
    const table = all.allowedTo(access, counts.hasTask, (...given) => runtime.withOwnTools(...given));
    if (this.table !== undefined) this.table = table;
    return table;
  }

  /** Whether the run executes a call for another thread, which has asked. */
  private get isInThread(): boolean {
    const { factsFromOutside } = this.run;
    return factsFromOutside !== undefined && factsFromOutside.remote === undefined;
  }

  private accessOfUser(): Access {
    return (this.access ??= new Access(this.run));
  }

  private async makeAll(): Promise<ToolTable> {
    const toolset = await this.toolsetOfRun();
    const { runtime } = this.run;
    const given = await toolset.tools(this.run.context);
    const tools = interceptedTools(given, runtime.interceptors, () =>
      this.entries([...given, ...candidatesOf(toolset).tools]).map(({ name }) => name),
    );
    if (toolset.services !== undefined) runtime.container.add?.(toolset.services);
    return new ToolTable(this.entries(tools), (tool) => runtime.plan(tool));
  }

  private entries(tools: readonly AnyTool[]): readonly ToolEntry[] {
    return this.run.runtime.withOwnTools(tools.map(entryOf), this.run.counts.hasTask);
  }

  private async forThisRun(): Promise<AnyToolset> {
    const { runtime, context } = this.run;
    return (await runtime.toolset.forRun?.(context)) ?? runtime.toolset;
  }
}

function tooSlow(ms: number): () => HaftError {
  const message = `The toolsets of a run did not return their tools within ${ms / 1000} seconds.`;
  const hint =
    'Look for a @Prepare function or a dynamic toolset that waits; give createRuntime a longer limits.timeoutMs if it must.';
  return () => new HaftError('HAFT_TOOLSET_FAILED', message, { hint });
}
