import type { DeferralKind, ToolDefinition } from '@haft/core';
import type { Path } from '@haft/schema';

/** The tools of a runtime, and the toolsets that they come from. */
export interface RuntimeDescription {
  /** The outermost toolset. */
  readonly toolset: ToolsetNode;
  /** The tools of the run in the order that the model sees, hidden ones too. */
  readonly tools: readonly DescribedTool[];
  /** The resources and prompts of the run, which no model sees. */
  readonly offers: readonly DescribedTool[];
}

/** A toolset, and the toolsets inside it. */
export interface ToolsetNode {
  /** Name of the toolset. */
  readonly name: string;
  /**
   * How the toolset gets its tools: `class` for an annotated class, `list`, `mcp`, `dynamic`,
   * `combine`, or the method of `compose` that made it: `filter`, `prefix`. `wrapper` or `toolset`
   * for others without a `kind`.
   */
  readonly kind: string;
  /** The options of that, in a few words. */
  readonly detail?: string;
  /** The toolsets inside it. */
  readonly parts: readonly ToolsetNode[];
  /** The names of the tools that it shows. */
  readonly tools: readonly string[];
}

/** A tool of a run. */
export interface DescribedTool {
  /** The definition that the model sees. */
  readonly definition: ToolDefinition;
  /** The name before any wrapper. */
  readonly ownName: string;
  /** Earlier names. Calls with them work. */
  readonly aliases: readonly string[];
  /** The file of the class, relative to the folder of the tsconfig. Unset for other tools. */
  readonly file?: string;
  /** Name of the class. Unset if the tool is not a method. */
  readonly class?: string;
  /** Name of the method. Unset if the tool is not a method. */
  readonly method?: string;
  /** The paths of sensitive arguments. `*` means each item or key. */
  readonly sensitive: readonly Path[];
  /** Whether the model must find the tool with `search_tools` before it sees it. */
  readonly isHidden: boolean;
  /** The declared reasons why a call may be deferred. */
  readonly mayWaitFor: readonly DeferralKind[];
  /** Deadline of a call, in milliseconds. */
  readonly timeoutMs: number;
  /** The other settings that a tool has. */
  readonly traits: readonly ToolTrait[];
}

/** A setting of a tool, by the name of its decorator. */
export type ToolTrait =
  | 'background'
  | 'cached'
  | 'effect'
  | 'external'
  | 'final'
  | 'isolated'
  | 'limited'
  | 'preview'
  | 'sequential'
  | 'validated';
