import type { Class, Interceptor } from '@haft/core';
import type { RuntimePort } from '../call/run-port.js';
import type { PlannedTool } from '../call/tools/planned-tool.js';
import type { RunEvent, RunEventListener } from '../events/run-event.js';
import type { AnyTool, AnyToolset } from '@haft/compose';
import type { ToolEntry } from '@haft/compose/internal';
import type { RunUser } from '../ledger/owner.js';
import type { RunDurablePort } from './durable-port.js';
import type { Can, CanClass } from './state/access.js';
import type { ToolTable } from './state/tool-table.js';

/** A runtime as its runs see it. The runtime implements it, so that a run imports no runtime. */
export interface RunRuntime extends RuntimePort {
  /** All toolsets of the host, combined. */
  readonly toolset: AnyToolset;
  /** The tools if no toolset changes them from run to run or step to step. */
  readonly fixedTools: ToolTable | undefined;
  /** Undefined if each run has its permissions. */
  readonly can: Can<never> | CanClass<never> | undefined;
  /** Interceptors around the calls of all tools. */
  readonly interceptors: readonly (Interceptor | Class<Interceptor>)[];
  /** Whether the runtime was disposed. Its runs make no more calls. */
  readonly isDisposed: boolean;
  readonly durable: RunDurablePort | undefined;

  /** Adds the tools of the runtime itself, for a run that has a task or not. */
  withOwnTools(entries: readonly ToolEntry[], hasTask?: boolean): readonly ToolEntry[];
  /** Warns once if a run shows many tools. */
  noteShown(entries: readonly ToolEntry[]): void;
  /** Prepares a tool for calls. Returns the same object for the same tool. */
  plan(tool: AnyTool): PlannedTool;
  /** Sends an event of a user's run to these listeners. */
  tell(event: RunEvent, user: RunUser, ...listeners: readonly (RunEventListener | undefined)[]): void;
}
