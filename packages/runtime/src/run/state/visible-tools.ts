import { HaftError } from '@haft/core';
import { ToolTable } from './tool-table.js';
import type { AnyTool } from '../../toolsets/port/any-tool.js';
import type { AnyToolset } from '../../toolsets/port/any-toolset.js';
import { withSearchTools } from '../../toolsets/search/search-tools.js';
import { interceptedTools } from '../../toolsets/wrappers/intercepted-tools.js';
import { withTaskTools } from '../../toolsets/tasks/task-tools.js';
import { candidatesOf } from '../../toolsets/wrappers/candidates.js';
import { entryOf, type ToolEntry } from '../../toolsets/port/tool-entry.js';
import type { RunPort } from '../../call/run-port.js';
import type { RunRuntime } from '../runtime-port.js';
import { withinTime } from '../../async/within-time.js';

/** The tools of one run whose toolsets may change from run to run or from step to step. */
export class VisibleTools {
  table: ToolTable | undefined = undefined;
  private toolset: Promise<AnyToolset> | undefined = undefined;
  private preparing: Promise<ToolTable> | undefined = undefined;

  constructor(private readonly run: Pick<RunPort, 'context'> & { readonly runtime: RunRuntime }) {}

  /** Prepares the table of this step. Parallel calls share one preparation. */
  prepare(): Promise<ToolTable> {
    return (this.preparing ??= this.makeInTime());
  }

  /** Returns the toolset of this run, the same one at each step. */
  toolsetOfRun(): Promise<AnyToolset> {
    return (this.toolset ??= this.forThisRun());
  }

  /** Makes the next `prepare` ask the toolsets again. */
  forget(): void {
    this.table = undefined;
    this.preparing = undefined;
  }

  /** Disposes the toolsets that were created for this run. */
  async dispose(): Promise<void> {
    if (this.toolset === undefined) return;
    const {
      limits: { timeoutMs },
    } = this.run.runtime;
    const toolset = await withinTime(this.toolset, timeoutMs, tooSlow(timeoutMs)).catch(() => undefined);
    if (toolset !== this.run.runtime.toolset) await toolset?.dispose?.();
  }

  /** Limits the preparation to the timeout of a call, since calls wait for it. */
  private makeInTime(): Promise<ToolTable> {
    const {
      limits: { timeoutMs },
    } = this.run.runtime;
    const making = withinTime(this.make(), timeoutMs, tooSlow(timeoutMs));
    making.catch(() => {
      if (this.preparing === making) this.forget();
    });
    return making;
  }

  private async make(): Promise<ToolTable> {
    // `prepare` sets the field after this function returns at its first `await`.
    await Promise.resolve();
    const { preparing } = this;
    const toolset = await this.toolsetOfRun();
    const { runtime } = this.run;
    const given = await toolset.tools(this.run.context);
    const tools = interceptedTools(given, runtime.interceptors, () =>
      this.entries([...given, ...candidatesOf(toolset).tools]).map(({ name }) => name),
    );
    if (toolset.services !== undefined) runtime.container.add?.(toolset.services);
    const table = new ToolTable(this.entries(tools), (tool) => runtime.plan(tool));
    if (this.preparing === preparing) this.table = table;
    return table;
  }

  /** Adds the tools of the runtime itself. */
  private entries(tools: readonly AnyTool[]): readonly ToolEntry[] {
    const { background, rankTools } = this.run.runtime;
    return withSearchTools(withTaskTools(tools.map(entryOf), background), rankTools);
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
