import { toolName } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { renamedTool } from './changed-tool.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Puts a prefix and `_` before every name and alias, on top of the toolset's own prefix. */
export class PrefixedToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly prefix: string,
  ) {
    super(inner);
  }

  protected change(tools: readonly AnyTool[]): readonly AnyTool[] {
    return tools.map((tool) =>
      renamedTool(
        tool,
        toolName(this.prefix, tool.definition.name),
        tool.aliases.map((alias) => toolName(this.prefix, alias)),
      ),
    );
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new PrefixedToolset(inner, this.prefix);
  }
}
