import type { AnyTool } from './any-tool.js';
import type { AnyToolset } from './any-toolset.js';
import { changedTool } from './changed-tool.js';

/** Single tools (of `defineTool`) under one name. */
export class ListedToolset implements AnyToolset {
  readonly fixed = true;
  private readonly list: readonly AnyTool[];

  constructor(
    readonly name: string,
    tools: readonly AnyTool[],
  ) {
    this.list = tools.map((tool) => changedTool(tool, { toolset: name }));
  }

  tools(): readonly AnyTool[] {
    return this.list;
  }
}
