import type { RunContext } from '@haft/core';
import type { FunctionDescriptor, ServiceDescriptor } from '@haft/core/reflected';
import type { OnDemand } from '@haft/arguments/internal';
import type { AnyTool } from './any-tool.js';
import type { Candidates } from './candidates.js';
import type { ToolEntry } from './tool-entry.js';

/** The functions that the generated modules of one runtime describe. */
export interface ReflectedFunctions {
  /** Returns the toolset with the descriptors of its functions, or itself if it has none. */
  toolset(toolset: AnyToolset): AnyToolset;
  /**
   * Returns the tool with its descriptor if it is a tool of a function. Otherwise returns the tool.
   *
   * @throws {HaftError} `HAFT_NOT_REFLECTED` if no module describes the function under this name
   */
  tool(tool: AnyTool): AnyTool;
}

/** Tools under one name: an annotated class, or a composition of other toolsets. Immutable. */
export interface AnyToolset {
  /** Name for messages. */
  readonly name: string;
  /** How the toolset gets its tools, for `runtime.describe`: `filter`. Default: `toolset`. */
  readonly kind?: string | undefined;
  /** The options of that, in a few words: the names of the tools. Default: none. */
  readonly detail?: string | undefined;
  /** The file that defines its class. Default: none. */
  readonly file?: string | undefined;
  /** The toolsets inside this one, for `walk`. */
  readonly parts?: readonly AnyToolset[] | undefined;
  /**
   * True if `tools` returns the same list for every run and step, without a promise. The runtime
   * then calls it once, and calls of these tools are faster.
   */
  readonly fixed?: true | undefined;
  /** Returns the tools of a fixed toolset, created lazily. Default: entries of `tools`. */
  entries?(): readonly ToolEntry[];
  /**
   * Returns the tools that it may show in a step, for rules that name tools. Default: those of a
   * fixed toolset. Otherwise its tools are unknown until a step.
   */
  candidates?(): Candidates;
  /** Services that the container must be able to create for these tools. */
  readonly services?: readonly ServiceDescriptor[] | undefined;
  /** Object whose methods are the tools, if the host created it instead of the container. */
  readonly instance?: object | undefined;
  /** Files that the first call of these tools loads. */
  readonly onDemand?: OnDemand | undefined;
  /** Descriptors of functions from the generated module of these tools. */
  readonly functions?: readonly FunctionDescriptor[] | undefined;
  /**
   * Returns the tools of this step of the run, in the order that the model sees. `run` does not
   * belong to a call: its `callId` and `toolName` are empty.
   *
   * @param run - the run, without a call
   */
  tools(run: RunContext): readonly AnyTool[] | Promise<readonly AnyTool[]>;
  /**
   * Returns the toolset with the descriptors of its functions, or itself if nothing changes. The
   * runtime calls it once, at its creation. Implement it if the toolset returns tools of
   * `defineTool(function)`, itself or through other toolsets.
   *
   * @param functions - finds the descriptors of functions
   */
  bound?(functions: ReflectedFunctions): AnyToolset;
  /** Returns the toolset for one run, if it needs state. `dispose` is called when the run ends. */
  forRun?(run: RunContext): AnyToolset | Promise<AnyToolset>;
  /** Disposes a toolset of `forRun`. Called once, when its run ends. */
  dispose?(): void | Promise<void>;
}
