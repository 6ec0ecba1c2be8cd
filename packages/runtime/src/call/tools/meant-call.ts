import type { Repair, ToolCall } from '@haft/core';
import { callTool, isCallTool, isTarget, SEARCH_TOOLS } from '@haft/compose/internal';
import type { Via } from '../call-parts.js';
import { loadedLazy } from '../load-lazy.js';
import type { RunPort } from '../run-port.js';
import { findMeant } from './find-meant.js';
import type { ToolState } from './tool-state.js';

/** The tool and the call that a model means. */
export interface MeantCall {
  /** Undefined if no tool is meant. */
  readonly state: ToolState | undefined;
  /** The call of that tool. */
  readonly request: ToolCall;
  /** Whether the model used another name. */
  readonly isRenamed?: true;
  /** Set if the model sent the call inside of a call of `call_tool`. */
  readonly via?: Via;
}

/** Returns the tool of a call, and the call that `call_tool` passes on. */
export function meantCall(run: RunPort, request: ToolCall): MeantCall {
  const named = namedTool(run, request);
  if (named.state === undefined || !isCallTool(named.state.planned.tool)) return named;
  const target = targetOf(run, request.arguments);
  // The check of `call_tool` itself explains other arguments.
  if (target === undefined) return named;
  const { repairs, call } = target;
  const found = namedTool(run, { ...request, ...call });
  const isOfSearch = found.state !== undefined && isSearch(found.state);
  return { ...found, ...(isOfSearch && { state: undefined }), via: { repairs } };
}

/** Returns the call inside the arguments of `call_tool`. Its own arguments are not read. */
export function targetOf(
  { runtime }: { readonly runtime: Pick<RunPort['runtime'], 'limits'> },
  sent: unknown,
): { readonly call: Pick<ToolCall, 'name' | 'arguments'>; readonly repairs: readonly Repair[] } | undefined {
  const read = loadedLazy()?.readSent(sent, callTool().check, runtime.limits.arguments);
  if (read === undefined || 'refusal' in read || !isTarget(read.value)) return undefined;
  const { name, arguments: args } = read.value;
  return { call: { name, arguments: args }, repairs: read.repairs };
}

function namedTool(run: RunPort, request: ToolCall): MeantCall {
  const state = run.toolbox.find(request.name);
  if (state !== undefined) return { state, request };
  return { state: findMeant(run, request.name), request, isRenamed: true };
}

function isSearch({ planned: { tool } }: ToolState): boolean {
  return tool.body.isOfRuntime === true && (isCallTool(tool) || tool.definition.name === SEARCH_TOOLS);
}
