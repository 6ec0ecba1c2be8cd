import type { RunContext } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { changedTool } from './changed-tool.js';
import { isFixedSelector, selectEach, type ToolSelector } from './selector.js';
import type { ChangedTools } from './delegating-toolset.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Adds metadata to the definitions of the selected tools; of two values under one key the outer one counts. */
export class MetadataToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly metadata: Readonly<Record<string, JsonValue>>,
    private readonly selector: ToolSelector = 'all',
  ) {
    super(inner);
  }

  override get fixed(): true | undefined {
    return isFixedSelector(this.selector) ? this.inner.fixed : undefined;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): ChangedTools {
    return selectEach(this.selector, tools, { run, owner: this.inner }, (tool, selected) =>
      selected ? changedTool(tool, { metadata: { ...tool.definition.metadata, ...this.metadata } }) : tool,
    );
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new MetadataToolset(inner, this.metadata, this.selector);
  }
}
