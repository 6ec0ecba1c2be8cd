import type { ApprovalPredicate, RunContext } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { isFixedSelector, selectEach, type ToolSelector } from './selector.js';
import type { ChangedTools } from './delegating-toolset.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** A person must approve calls of the selected tools, beside what the tools themselves ask for. */
export class ApprovalToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly selector: ToolSelector = 'all',
    /** Tells from the typed arguments whether this call needs it. Default: every call does. */
    private readonly predicate: true | ApprovalPredicate = true,
  ) {
    super(inner);
  }

  override get fixed(): true | undefined {
    return isFixedSelector(this.selector) ? this.inner.fixed : undefined;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): ChangedTools {
    return selectEach(this.selector, tools, { run, owner: this.inner }, (tool, selected) =>
      selected ? this.guarded(tool) : tool,
    );
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new ApprovalToolset(inner, this.selector, this.predicate);
  }

  private guarded(tool: AnyTool): AnyTool {
    return { ...tool, settings: { ...tool.settings, approvals: [...(tool.settings.approvals ?? []), this.predicate] } };
  }
}
