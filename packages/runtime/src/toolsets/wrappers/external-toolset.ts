import type { RunContext } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { isFixedSelector, selectEach, type ToolSelector } from './selector.js';
import type { ChangedTools } from './delegating-toolset.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Another system executes the selected tools: their calls are validated, then deferred, and their methods never run. */
export class ExternalToolset extends WrapperToolset {
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
      selected ? { ...tool, settings: { ...tool.settings, external: true } } : tool,
    );
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new ExternalToolset(inner, this.selector);
  }
}
