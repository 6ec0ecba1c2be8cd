import { compose, WrapperToolset, type AnyTool, type AnyToolset, type ComposedToolset } from '@haft/runtime';

/** Returns the tools with calls that no person approves. */
export function withoutApproval<Tools extends object>(toolset: ComposedToolset<Tools>): ComposedToolset<Tools> {
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
