import type { AcceptedArguments, ArgumentsOutcome } from '../../arguments/accepted-arguments.js';
import type { FastPathMiss } from '../../arguments/read-exact.js';
import { readExact } from '../../arguments/read-exact.js';
import { stepChannel } from '../../events/step-channel.js';
import { NO_OPTIONAL_STATE, type Call, type OptionalState } from '../call.js';
import { failRead, finishCall, putInFlight, whenLoaded } from '../finish-call.js';
import { lazyFor, loadedLazy, loadLazyFor, type LazyPart } from '../load-lazy.js';
import { hasInstance } from '../has-instance.js';
import { mayReplace } from '../references/may-replace.js';
import { invokeTool } from './invoke-tool.js';
import { factsFromOutside } from '../isolation/is-in-worker.js';

/*
 * The fast path for calls without an optional step, which are nearly all. It creates one promise
 * for a call instead of a dozen, which saves two thirds of the time. A test sends the same calls
 * both ways.
 */

/** Returns whether a call needs no optional step. Enters the gate of the runtime if so. */
export function isFast(call: Call): boolean {
  const { state, run, optional } = call;
  if (stepChannel.hasSubscribers) return false;
  if (state.planned.optionalSteps !== 0 || run.gate !== undefined || call.inDialect) return false;
  if (optional !== NO_OPTIONAL_STATE && needsStep(optional)) return false;
  if (factsFromOutside(call)?.remote?.isRecovered === true) return false;
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
  else if (check.emitted?.isComing === true) {
    whenLoaded(call, check.emitted.load(), () => {
      call.state.planned.keepWarm();
      parseThenRun(call);
    });
  } else repairThenRun(call, read);
}

function repairThenRun(call: Call, miss: FastPathMiss): void {
  const { tool } = call.state.planned;
  const { check } = tool;
  if (mayReplace(call.run, tool, call.sent)) {
    const parsed = call.run.runtime.generalPath
      .load()
      .then(({ parseReplacedForTool }) => parseReplacedForTool(call.run, tool, call.sent));
    whenLoaded(call, parsed, ({ outcome }) => {
      invokeOrReject(call, outcome);
    });
    return;
  }
  const lazy = lazyFor(check);
  if (lazy !== undefined) {
    repairOrReject(call, miss, lazy);
    return;
  }
  whenLoaded(call, loadLazyFor(check), (loaded) => {
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
  if (!(refused instanceof Promise)) finishCall(call, refused);
  else {
    whenLoaded(call, refused, (outcome) => {
      finishCall(call, outcome);
    });
  }
}
