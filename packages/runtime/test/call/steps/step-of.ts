import type { ToolCall } from '@haft/core';
import { Call } from '../../../src/call/call.js';
import { find } from '../../../src/call/steps/01-find.js';
import {
  createRuntime,
  type RunEvent,
  type RunOptions,
  type RuntimeOptions,
  type ToolsetInput,
} from '../../../src/index.js';
import type { RunState } from '../../../src/run/state/run-state.js';
import { DeskToolset, deskToolsets } from '../../support/desk-toolset.js';
import { quietLogger } from '../../support/quiet-logger.js';

interface Options extends RuntimeOptions {
  readonly toolsets?: ToolsetInput | readonly ToolsetInput[];
}

/** A run of the desk, or of other toolsets, as the steps see it. */
export function runOf(options: Options = {}, runOptions: RunOptions = {}): RunState {
  const toolsets = [deskToolsets, new DeskToolset()];
  const runtime = createRuntime({ toolsets, ...options, observe: { logger: quietLogger(), ...options.observe } });
  return runtime.startRun({ id: 'r1', ...runOptions }) as unknown as RunState;
}

/** A run with a list of the events that it sends. */
export function heardRun(options: Options = {}): { readonly run: RunState; readonly events: RunEvent[] } {
  const events: RunEvent[] = [];
  return {
    run: runOf({ ...options, observe: { ...options.observe, onEvent: (event) => events.push(event) } }),
    events,
  };
}

/** A call after step 1. */
export function callOf(run: RunState, request: ToolCall): Call {
  const found = find(run, { id: 'c1', ...request });
  if (found instanceof Call) return found;
  throw new Error(found.text);
}
