import type { RunContext } from '@haft/core';
import type { FunctionDescriptor, ServiceDescriptor } from '@haft/core/reflected';
import type { OnDemand } from '../../arguments/load-ahead.js';
import type { AnyTool } from './any-tool.js';
import type { ToolEntry } from './tool-entry.js';

/** The functions that the generated modules of one runtime know. */
export interface ReflectedFunctions {
  /** Returns the toolset with the descriptors of its functions, or itself if it has none. */
  toolset(toolset: AnyToolset): AnyToolset;
  /**
   * Returns the tool with its descriptor if it is a tool of a function, else the tool itself.
   *
   * @throws {HaftError} HAFT_NOT_REFLECTED if no module knows the function under this name
   */
  tool(tool: AnyTool): AnyTool;
}

/** Tools under one name: an annotated class, or a composition of other toolsets. Immutable. */
export interface AnyToolset {
  /** For messages. */
  readonly name: string;
  /** The toolsets that this one is made of, for `walk`. */
  readonly parts?: readonly AnyToolset[] | undefined;
  /**
   * True when `tools` gives the same for every run and step and needs no promise: then the runtime asks once, and calls
   * take the short way.
   */
  readonly fixed?: true | undefined;
  /**
   * The tools of a fixed toolset by name, none of them made before it is needed. A toolset that has no such method is asked for
   * its `tools`.
   */
  entries?(): readonly ToolEntry[];
  /** What the container must be able to make for these tools. */
  readonly services?: readonly ServiceDescriptor[] | undefined;
  /** What calls of these tools import, when the first one comes. */
  readonly onDemand?: OnDemand | undefined;
  /** What the generated module of these tools knows of functions. */
  readonly functions?: readonly FunctionDescriptor[] | undefined;
  /**
   * The tools of this step of the run, in the order in which a model is shown them. `run` belongs to no call: its `callId` and
   * `toolName` are empty.
   */
  tools(run: RunContext): readonly AnyTool[] | Promise<readonly AnyTool[]>;
  /**
   * The toolset with the descriptors of its functions in place; itself when nothing changes. Asked once, when the runtime is
   * made. Needed of a toolset that gives tools of `defineTool(function)`, itself or by other toolsets.
   */
  bound?(functions: ReflectedFunctions): AnyToolset;
  /** The toolset for one run, when it needs state of its own; `dispose` is called when the run ends. */
  forRun?(run: RunContext): AnyToolset | Promise<AnyToolset>;
  /** Called once, when the run that `forRun` made this for ends. */
  dispose?(): void | Promise<void>;
}
