import type { RunContext } from '@haft/core';
import type { AnyTool, ToolSettings } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import { changedTool } from './changed-tool.js';
import { isFunctionTool } from '../define/function-tool.js';
import { refuseUnknownOwnIntercepted } from './intercepted-tools.js';
import type { Candidates } from '../port/candidates.js';
import type { ChangedTools } from './delegating-toolset.js';
import { preparedTools } from './prepared-tool.js';

/** Single tools (of `defineTool`) under one name. */
export class ListedToolset implements AnyToolset {
  readonly kind = 'list';
  readonly fixed: true | undefined;
  private list: readonly AnyTool[] | undefined;

  constructor(
    readonly name: string,
    private readonly given: readonly AnyTool[],
  ) {
    const isPrepared = given.some((tool) => settingsOf(tool)?.prepare !== undefined);
    this.fixed = isPrepared ? undefined : true;
  }

  tools(run: RunContext): ChangedTools {
    return this.fixed === true ? this.all() : preparedTools(this.all(), run);
  }

  candidates(): Candidates {
    return { tools: this.all(), isComplete: true };
  }

  private all(): readonly AnyTool[] {
    this.list ??= this.given.map((tool) => changedTool(tool, { toolset: this.name }));
    refuseUnknownOwnIntercepted(`Toolset '${this.name}'`, this.list);
    return this.list;
  }

  bound(functions: ReflectedFunctions): AnyToolset {
    if (!this.given.some(isFunctionTool)) return this;
    return new ListedToolset(
      this.name,
      this.given.map((tool) => functions.tool(tool)),
    );
  }
}

/** Returns the settings of a tool. Those of a function are in its options until it is bound. */
function settingsOf(tool: AnyTool): ToolSettings | undefined {
  return isFunctionTool(tool) ? tool.options.settings : tool.settings;
}
