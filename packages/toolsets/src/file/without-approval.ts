import { compose, WrapperToolset, type AnyTool, type AnyToolset, type ComposedToolset } from '@haft/runtime';
import type { Tools } from './toolsets.gen.js';

/** Returns the tools with calls that no person approves. */
export function withoutApproval(toolset: AnyToolset): ComposedToolset<Tools> {
  return compose(new UnapprovedToolset(toolset)) as ComposedToolset<Tools>;
}

class UnapprovedToolset extends WrapperToolset {
  protected change(tools: readonly AnyTool[]): readonly AnyTool[] {
    return tools.map((tool) => ({ ...tool, settings: { ...tool.settings, approvals: [] } }));
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new UnapprovedToolset(inner);
  }
}
