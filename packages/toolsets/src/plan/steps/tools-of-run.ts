import type { RunContext, ToolDefinition } from '@haft/core';
import { isOwnTool } from '../../own-tool.js';

/** The tools that the model can call now. */
export class ToolsOfRun {
  /** The name of the tool that executes plans. */
  readonly own: string;
  private readonly byName: ReadonlyMap<string, ToolDefinition>;

  constructor(run: RunContext<never>) {
    const tools = run.calls.tools();
    this.byName = new Map(tools.map((tool) => [tool.name, tool]));
    this.own = tools.find((tool) => isOwnTool(tool, 'execute_plan'))?.name ?? run.toolName;
  }

  /** Returns the definition of a tool by its name in the run. */
  find(name: string): ToolDefinition | undefined {
    return this.byName.get(name);
  }
}
