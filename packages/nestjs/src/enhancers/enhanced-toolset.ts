import { WrapperToolset, type AnyTool, type AnyToolset } from '@haft/runtime';
import { enhancedTool, type EnhancedBy } from './enhanced-tool.js';

/** A toolset whose tools have Nest's enhancers around their calls. */
export class EnhancedToolset extends WrapperToolset {
  /** The enhanced tools by tool, because a runtime plans each once. */
  private readonly known = new WeakMap<AnyTool, AnyTool>();

  constructor(
    inner: AnyToolset,
    private readonly by: EnhancedBy,
  ) {
    super(inner);
  }

  protected override change(tools: readonly AnyTool[]): readonly AnyTool[] {
    return tools.map((tool) => {
      let enhanced = this.known.get(tool);
      if (enhanced === undefined) {
        enhanced = enhancedTool(tool, this.by);
        this.known.set(tool, enhanced);
      }
      return enhanced;
    });
  }

  protected override around(inner: AnyToolset): AnyToolset {
    return new EnhancedToolset(inner, this.by);
  }
}
