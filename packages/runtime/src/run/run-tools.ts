import { HaftError, type PrepareTool, type ToolDefinition } from '@haft/core';
import { ToolTable } from '../runtime/tool-table.js';
import type { AnyTool } from '../toolsets/any-tool.js';
import type { AnyToolset } from '../toolsets/any-toolset.js';
import { preparedTool } from '../toolsets/prepared-tool.js';
import type { ToolRun } from './tool-run.js';

/** A toolset, and the names of its tools in the table. */
export interface ToolSource {
  readonly toolset: AnyToolset;
  readonly names: readonly string[];
}

/** The tools of one run whose toolsets may differ from run to run or from step to step. */
export class RunTools {
  table: ToolTable | undefined = undefined;
  sources: readonly ToolSource[] = [];
  private toolsets: Promise<readonly AnyToolset[]> | undefined = undefined;
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
    const shared = new Set(this.run.runtime.toolsets);
    for (const toolset of (await this.toolsets?.catch(() => [])) ?? []) {
      if (!shared.has(toolset)) await toolset.dispose?.();
    }
  }

  private async make(): Promise<ToolTable> {
    const made = this;
    const preparing = this.preparing;
    try {
      const toolsets = await (this.toolsets ??= this.forThisRun());
      const lists = await Promise.all(toolsets.map((toolset) => this.toolsOf(toolset)));
      const table = new ToolTable(lists.flat().map((tool) => this.run.runtime.plan(tool)));
      const sources = toolsets.map((toolset, index) => ({ toolset, names: (lists[index] ?? []).map(nameOf) }));
      if (made.preparing === preparing || preparing === undefined) {
        this.table = table;
        this.sources = sources;
      }
      return table;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  private forThisRun(): Promise<readonly AnyToolset[]> {
    const { runtime, context } = this.run;
    return Promise.all(runtime.toolsets.map(async (toolset) => (await toolset.forRun?.(context)) ?? toolset));
  }

  private async toolsOf(toolset: AnyToolset): Promise<readonly AnyTool[]> {
    try {
      const tools = await toolset.tools(this.run.context);
      const prepared = await Promise.all(tools.map((tool) => this.prepared(tool)));
      return prepared.filter((tool) => tool !== undefined);
    } catch (error) {
      if (error instanceof HaftError) throw error;
      const message = `Toolset '${toolset.name}' could not give its tools: ${error instanceof Error ? error.message : String(error)}`;
      throw new HaftError('HAFT_TOOLSET_FAILED', message, { hint: 'See the cause.', cause: error });
    }
  }

  private async prepared(tool: AnyTool): Promise<AnyTool | undefined> {
    let definition: ToolDefinition | null = tool.definition;
    for (const prepare of tool.policy.prepare ?? NONE) {
      definition = await prepare(this.run.context as never, definition);
      if (definition === null) return undefined;
    }
    return definition === tool.definition ? tool : preparedTool(tool, definition);
  }
}

const NONE: readonly PrepareTool[] = [];
const nameOf = (tool: AnyTool): string => tool.definition.name;
