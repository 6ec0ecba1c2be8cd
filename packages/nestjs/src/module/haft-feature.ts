import type { ToolsetInput } from '@haft/runtime';

/** What one `HaftModule.forFeature` adds. Found among the providers of the application. */
export class HaftFeature {
  readonly toolsets: readonly ToolsetInput[];

  constructor(toolsets: ToolsetInput | readonly ToolsetInput[]) {
    this.toolsets = listOf(toolsets);
  }
}

/** One input, or several, as a list. */
export function listOf(toolsets: ToolsetInput | readonly ToolsetInput[]): readonly ToolsetInput[] {
  return Array.isArray(toolsets) ? (toolsets as readonly ToolsetInput[]) : [toolsets];
}
