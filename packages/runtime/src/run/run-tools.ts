import { ToolTable } from '../runtime/tool-table.js';
import type { AnyToolset } from '../toolsets/any-toolset.js';
import { withSearchTools } from '../toolsets/search-tools.js';
import type { ToolRun } from './tool-run.js';

/** The tools of one run whose toolsets may differ from run to run or from step to step. */
export class RunTools {
  table: ToolTable | undefined = undefined;
  private toolset: Promise<AnyToolset> | undefined = undefined;
  private preparing: Promise<ToolTable> | undefined = undefined;

  constructor(private readonly run: ToolRun) {}

  /** The table of this step; asked for at the same time, it is made once. */
  prepare(): Promise<ToolTable> {
    return (this.preparing ??= this.make());
  }

  /** The next `prepare` asks the toolsets again. */
  forget(): void {
    this.table = undefined;
    this.preparing = undefined;
  }

  /** Ends the toolsets that were made for this run. */
  async dispose(): Promise<void> {
    const toolset = await this.toolset?.catch(() => undefined);
    if (toolset !== this.run.runtime.toolset) await toolset?.dispose?.();
  }

  private async make(): Promise<ToolTable> {
    // Set once `prepare` has returned: this runs up to its first `await` before.
    await Promise.resolve();
    const preparing = this.preparing;
    try {
      const toolset = await (this.toolset ??= this.forThisRun());
      const tools = withSearchTools(await toolset.tools(this.run.context), this.run.runtime.rankTools);
      const table = new ToolTable(tools.map((tool) => this.run.runtime.plan(tool)));
      if (this.preparing === preparing) this.table = table;
      return table;
    } catch (error) {
      if (this.preparing === preparing) this.forget();
      throw error;
    }
  }

  private async forThisRun(): Promise<AnyToolset> {
    const { runtime, context } = this.run;
    return (await runtime.toolset.forRun?.(context)) ?? runtime.toolset;
  }
}
