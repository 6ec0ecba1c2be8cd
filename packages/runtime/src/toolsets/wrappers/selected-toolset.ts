import type { RunContext } from '@haft/core';
import { after } from '../../async/after.js';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { ChangedTools } from './delegating-toolset.js';
import { isFixedSelector, selectEach, type ToolSelector } from './selector.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Changes a tool, with whether it is selected. Returns undefined to drop the tool. */
export type ChangeTool = (tool: AnyTool, selected: boolean) => AnyTool | undefined;

/** Changes the selected tools of another toolset one by one. */
export class SelectedToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly selector: ToolSelector,
    private readonly each: ChangeTool,
  ) {
    super(inner);
  }

  override get fixed(): true | undefined {
    return isFixedSelector(this.selector) ? this.inner.fixed : undefined;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): ChangedTools {
    const changed = selectEach(this.selector, tools, { run, owner: this.inner }, this.each);
    return after(changed, (list) => list.filter((tool) => tool !== undefined)) as ChangedTools;
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new SelectedToolset(inner, this.selector, this.each);
  }
}
