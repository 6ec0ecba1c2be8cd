import type { Class, ToolDefinition } from '@haft/core';
import type { AnyTool } from './any-tool.js';

/** A tool that is known by its names, and made when somebody needs more: a runtime of ten thousand tools makes those that are called. */
export interface ToolEntry {
  /** The name in the run. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** For messages. */
  readonly toolset: string;
  /**
   * Nothing governs the tool, no run hides it, and no parameter comes from the host: nothing but an instance of `target` is
   * needed, so that a runtime is wired without making it.
   */
  readonly isPlain: boolean;
  /** The class whose instance a plain tool needs; unset when it needs none. */
  readonly target?: Class | undefined;
  /** What the model is shown. Made at first reading. */
  readonly definition: ToolDefinition;
  /** The tool itself: always the same. */
  tool(): AnyTool;
}

/** The entry of a tool that is made already. */
export function entryOf(tool: AnyTool): ToolEntry {
  const { definition, aliases } = tool;
  return { name: definition.name, aliases, toolset: definition.toolset, isPlain: false, definition, tool: () => tool };
}

/** The tools of a step that its run does not show before the model has found them. */
export function isHidden(entry: ToolEntry): boolean {
  return !entry.isPlain && entry.tool().hiddenBehind !== undefined;
}
