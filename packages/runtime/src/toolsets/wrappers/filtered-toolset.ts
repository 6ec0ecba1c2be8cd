import type { RunContext } from '@haft/core';
import { after } from '../../async/after.js';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { isFixedSelector, selectEach, type ToolSelector } from './selector.js';
import type { ChangedTools } from './delegating-toolset.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Keeps the selected tools; the others are unknown names. Asked at every step. */
export class FilteredToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly selector: ToolSelector,
  ) {
    super(inner);
  }

  override get fixed(): true | undefined {
    return isFixedSelector(this.selector) ? this.inner.fixed : undefined;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): ChangedTools {
    const kept = selectEach(this.selector, tools, { run, owner: this.inner }, (tool, selected) =>
      selected ? [tool] : [],
    );
    return after(kept, (lists) => lists.flat()) as ChangedTools;
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new FilteredToolset(inner, this.selector);
  }
}
