import type { Class, DefinitionKind, ToolDefinition } from '@haft/core';
import type { AnyTool } from './any-tool.js';

/** A tool that is created when it is needed: most of ten thousand tools are never called. */
export interface ToolEntry {
  /** The name in the run. */
  readonly name: string;
  /** Set for a resource and for a prompt. Undefined for a tool. */
  readonly kind?: DefinitionKind | undefined;
  readonly aliases: readonly string[];
  /** Names of similar tools elsewhere. Default: none. */
  readonly otherNames?: readonly string[] | undefined;
  /** Name of the toolset, for messages. */
  readonly toolset: string;
  /**
   * Whether the tool has no settings, is never hidden, and has no parameters from the host. It then
   * needs only an instance of `target`, so that the wiring check need not create it.
   */
  readonly isPlain: boolean;
  /** Class whose instance a plain tool needs. Undefined if it needs none. */
  readonly target?: Class | undefined;
  /** The definition that the model sees. Created when it is first read. */
  readonly definition: ToolDefinition;
  /** Returns the tool. Always returns the same object. */
  tool(): AnyTool;
}

/** Returns the entry of an existing tool. */
export function entryOf(tool: AnyTool): ToolEntry {
  const { definition, aliases, otherNames } = tool;
  const { name, toolset, kind } = definition;
  return { name, kind, aliases, otherNames, toolset, isPlain: false, definition, tool: () => tool };
}

/** Returns whether a run hides the tool until the model finds it. */
export function isHidden(entry: ToolEntry): boolean {
  return !entry.isPlain && entry.tool().hiddenBehind !== undefined;
}
