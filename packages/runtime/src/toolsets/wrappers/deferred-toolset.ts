import type { RunContext } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { SEARCH_TOOLS } from '../search/search-tools.js';
import { isFixedSelector, selectEach, type ToolSelector } from './selector.js';
import type { ChangedTools } from './delegating-toolset.js';
import { WrapperToolset } from './wrapper-toolset.js';

/**
 * Hides the selected tools until the model finds them with `search_tools`, which the runtime adds once for all toolsets that hide
 * something. What is found stays callable in the run. Instructions of hidden tools are hidden too.
 */
export class DeferredToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly selector: ToolSelector = 'all',
  ) {
    super(inner);
  }

  override get fixed(): true | undefined {
    return isFixedSelector(this.selector) ? this.inner.fixed : undefined;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): ChangedTools {
    return selectEach(this.selector, tools, { run, owner: this.inner }, (tool, selected) =>
      selected ? { ...tool, hiddenBehind: SEARCH_TOOLS } : tool,
    );
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new DeferredToolset(inner, this.selector);
  }
}
