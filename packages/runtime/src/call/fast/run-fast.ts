import type { ToolOutcome } from '@haft/core';
import type { AcceptedArguments, ArgumentsOutcome } from '../../arguments/accepted-arguments.js';
import type { EmittedChecks } from '../../arguments/emitted-checks.js';
import type { FastPathMiss } from '../../arguments/read-exact.js';
import { readExact } from '../../arguments/read-exact.js';
import type { AnyTool } from '../../toolsets/port/any-tool.js';
import { stepChannel } from '../../events/step-channel.js';
import { NO_OPTIONAL_STATE, type Call, type OptionalState } from '../call.js';
import { failRead, finishCall, putInFlight, whenLoaded } from '../finish-call.js';
import { lazyFor, loadedLazy, loadLazyFor, type LazyPart } from '../load-lazy.js';
import { hasInstance } from '../has-instance.js';
import { mayReplace } from '../references/may-replace.js';
import { invokeTool } from './invoke-tool.js';

/*
 * The fast path for calls without an optional step, which are nearly all. It creates one promise
 * for a call instead of a dozen, which saves two thirds of the time. A test sends the same calls
 * both ways.
 *
 * Functions that every call runs create no function for a rare case: V8 would allocate the
 * variables of such a function in every call. The names of functions for rare cases end in `Later`.
 */

/** Returns whether a call needs no optional step. Enters the gate of the runtime if so. */
export function isFast(call: Call): boolean {
  const { state, run, optional } = call;
  if (stepChannel.hasSubscribers) return false;
  if (state.planned.optionalSteps !== 0 || run.gate !== undefined || call.inDialect) return false;
  if (optional !== NO_OPTIONAL_STATE && needsStep(optional)) return false;
  if (run.factsFromOutside?.remote !== undefined) return false;
  return hasInstance(call) && run.runtime.gate.tryEnter();
}

function needsStep({ parent, isTruncated, demand, row }: OptionalState): boolean {
  return parent !== undefined || isTruncated === true || demand !== undefined || row !== undefined;
}

/** Takes steps 3 to 12. */
export function runFast(call: Call): void {
  const { run } = call;
  // Most calls are in this gate alone, and share its list.
  call.gates = call.gates.length === 0 ? run.runtime.gates : [...call.gates, run.runtime.gate];
  parseThenRun(call);
}

function parseThenRun(call: Call): void {
  const { check } = call.state.planned.tool;
  let read: AcceptedArguments | FastPathMiss;
  try {
    read = readExact(check, call.sent, call.run.runtime.argumentLimits);
  } catch (error) {
    failRead(call, error);
    return;
  }
  if (read.args !== undefined) invokeTool(call, read);
  else if (check.emitted?.isComing === true) parseLater(call, check.emitted);
  else repairThenRun(call, read);
}

/** Parses the arguments again when the emitted check is loaded. */
function parseLater(call: Call, emitted: EmittedChecks): void {
  whenLoaded(call, emitted.load(), () => {
    call.state.planned.keepWarm();
    parseThenRun(call);
  });
}

function repairThenRun(call: Call, miss: FastPathMiss): void {
  const { tool } = call.state.planned;
  const lazy = lazyFor(tool.check);
  if (mayReplace(call.run, tool, call.sent)) replaceLater(call, tool);
  else if (lazy === undefined) repairLater(call, miss);
  else repairOrReject(call, miss, lazy);
}

/** Replaces references by their values, which a store may return later. */
function replaceLater(call: Call, tool: AnyTool): void {
  const { run, sent } = call;
  const parsed = run.runtime.generalPath
    .load()
    .then(({ parseReplacedForTool }) => parseReplacedForTool(run, tool, sent));
  whenLoaded(call, parsed, ({ outcome }) => {
    invokeOrReject(call, outcome);
  });
}

/** Repairs the arguments when the code for invalid arguments is loaded. */
function repairLater(call: Call, miss: FastPathMiss): void {
  whenLoaded(call, loadLazyFor(call.state.planned.tool.check), (loaded) => {
    repairOrReject(call, miss, loaded);
  });
}

function repairOrReject(call: Call, miss: FastPathMiss, lazy: LazyPart): void {
  const { check } = call.state.planned.tool;
  let accepted: ArgumentsOutcome;
  try {
    accepted = lazy.repairArguments(check, miss, call.run.runtime.argumentLimits, lazy.hiddenPathsOf(call));
  } catch (error) {
    failRead(call, error);
    return;
  }
  invokeOrReject(call, accepted, lazy);
}

/** Executes the tool with valid arguments, or explains the problems. The lazy code is loaded. */
function invokeOrReject(call: Call, accepted: ArgumentsOutcome, lazy = loadedLazy() as LazyPart): void {
  const { body } = call.state.planned.tool;
  if (accepted.refusal === undefined) {
    invokeTool(call, accepted);
    return;
  }
  // Rules are code of the application: they may cancel the run, and wait.
  if (body.visitRules !== undefined) putInFlight(call);
  const refused = lazy.refuseArguments(call, accepted);
  if (refused instanceof Promise) finishLater(call, refused);
  else finishCall(call, refused);
}

function finishLater(call: Call, refused: Promise<ToolOutcome>): void {
  whenLoaded(call, refused, (outcome) => {
    finishCall(call, outcome);
  });
}
