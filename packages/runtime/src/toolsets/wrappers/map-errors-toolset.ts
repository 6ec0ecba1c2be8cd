import type { ErrorMapping } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Maps errors of its tools to what models read, after what the tools themselves map. */
export class MapErrorsToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly mappings: readonly ErrorMapping[],
  ) {
    super(inner);
  }

  override get fixed(): true | undefined {
    return this.inner.fixed;
  }

  protected change(tools: readonly AnyTool[]): readonly AnyTool[] {
    return tools.map((tool) => {
      const { settings } = tool;
      return { ...tool, settings: { ...settings, mapErrors: [...(settings.mapErrors ?? []), ...this.mappings] } };
    });
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new MapErrorsToolset(inner, this.mappings);
  }
}
