import type { RunContext } from '@haft/core';
import { after } from '../../async/after.js';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { ChangedTools } from './delegating-toolset.js';
import { isFixedSelector, selectEach, selectorText, type ToolSelector } from './selector.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Changes a tool, with whether it is selected. Returns undefined to drop the tool. */
export type ChangeTool = (tool: AnyTool, selected: boolean) => AnyTool | undefined;

/** A change of tools, and its name for `runtime.describe`. */
export interface NamedChange {
  readonly kind: string;
  readonly change: ChangeTool;
  /** Default: the selected tools. */
  readonly detail?: string;
}

/** Changes the selected tools of another toolset one by one. */
export class SelectedToolset extends WrapperToolset {
  override readonly kind: string;

  constructor(
    inner: AnyToolset,
    private readonly selector: ToolSelector,
    private readonly each: NamedChange,
  ) {
    super(inner);
    this.kind = each.kind;
  }

  get detail(): string | undefined {
    return this.each.detail ?? selectorText(this.selector);
  }

  override get fixed(): true | undefined {
    return isFixedSelector(this.selector) ? this.inner.fixed : undefined;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): ChangedTools {
    const changed = selectEach(this.selector, tools, { run, owner: this.inner }, this.each.change);
    return after(changed, (list) => list.filter((tool) => tool !== undefined)) as ChangedTools;
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new SelectedToolset(inner, this.selector, this.each);
  }
}
