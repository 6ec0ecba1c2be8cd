import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import { changedTool } from './changed-tool.js';
import { isFunctionTool } from '../define/function-tool.js';

/** Single tools (of `defineTool`) under one name. */
export class ListedToolset implements AnyToolset {
  readonly kind = 'list';
  readonly fixed = true;
  private list: readonly AnyTool[] | undefined;

  constructor(
    readonly name: string,
    private readonly given: readonly AnyTool[],
  ) {}

  tools(): readonly AnyTool[] {
    return (this.list ??= this.given.map((tool) => changedTool(tool, { toolset: this.name })));
  }

  bound(functions: ReflectedFunctions): AnyToolset {
    if (!this.given.some(isFunctionTool)) return this;
    return new ListedToolset(
      this.name,
      this.given.map((tool) => functions.tool(tool)),
    );
  }
}
