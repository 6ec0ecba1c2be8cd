import type { CallCheck, CheckOptions, DeferralKind, Hole, ToolCall, ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { Issue } from '@haft/schema';
import type { Call } from '../../call/call.js';
import { loadLazy } from '../../call/load-lazy.js';
import { outcomeOfReadError } from '../../call/outcome/outcome-of-error.js';
import { unknownToolTextFor } from '../../call/outcome/unknown-tool.js';
import { requireCall } from '../../call/require-call.js';
import { mayAdmit } from '../../call/steps/02-admit.js';
import { parseForRun } from '../../call/arguments/parse-for-run.js';
import { decideCall } from '../../call/steps/07-decide.js';
import { isCallTool } from '@haft/compose/internal';
import type { RunState } from '../state/run-state.js';
import { mayWaitFor } from '../may-wait-for.js';
import { trialCall } from '../trial-call.js';

/** Takes steps 1 to 4 of a call with a separate state. Executes, counts and reports nothing. */
export async function checkInside(
  run: RunState,
  request: ToolCall,
  { holes = [] }: CheckOptions = {},
): Promise<CallCheck> {
  requireCall(request);
  const { id = '', name: tool, arguments: sent } = request;
  const state = run.toolbox.find(tool);
  if (state === undefined || isCallTool(state.planned.tool)) return refused(tool, unknownToolTextFor(run, tool));
  const trial = trialCall(run, state, id, sent);
  const closed = mayAdmit(trial);
  if (closed !== undefined) return refused(trial.name, closed.text, issuesOf(closed));
  return holes.length === 0 ? checkWhole(trial) : checkWithHoles(trial, holes);
}

async function checkWhole(trial: Call): Promise<CallCheck> {
  const read = await readArguments(trial, []);
  const outcome = read.args === undefined ? read.refusal : await decideCall(trial, read.args);
  if (outcome === undefined || outcome.status === 'deferred') return accepted(trial.name, outcome?.request.kind);
  return refused(trial.name, outcome.text, issuesOf(outcome));
}

async function checkWithHoles(trial: Call, holes: readonly Hole[]): Promise<CallCheck> {
  const { refusal } = await readArguments(trial, holes);
  if (refusal !== undefined) return refused(trial.name, refusal.text, issuesOf(refusal));
  const [first] = mayWaitFor(trial.state.planned);
  return accepted(trial.name, first === 'approval' ? approvalOf(trial) : first);
}

/** Returns `approval` if every call of the tool needs one. A predicate cannot read a hole. */
function approvalOf({ state: { planned } }: Call): 'approval' | 'unknown' {
  return planned.tool.settings.approvals?.includes(true) === true ? 'approval' : 'unknown';
}

/** The accepted arguments of a trial, or the answer to invalid ones. Neither with holes. */
interface Read {
  readonly args?: ReadArguments;
  readonly refusal?: ToolOutcome;
}

async function readArguments(trial: Call, given: readonly Hole[]): Promise<Read> {
  const { run, state, sent } = trial;
  const lazy = await loadLazy();
  try {
    const { check } = state.planned.tool;
    const { outcome } = await parseForRun(run, state.planned.tool, sent, false);
    const holes = given.length === 0 ? given : lazy.declaredHoles(given, check, sent);
    const misfits = holes.flatMap((hole) => lazy.misfitOf(hole, check.schema()));
    if (outcome.refusal === undefined && misfits.length === 0) {
      trial.wire = outcome.wire;
      return { args: outcome.args };
    }
    const { issues, problem } = outcome.refusal ?? { issues: [] };
    const left = [...issues.filter((issue) => !holes.some((hole) => mayCause(hole, issue))), ...misfits];
    if (left.length === 0 && problem === undefined) return {};
    return { refusal: lazy.refuse(trial, { issues: left, problem }) };
  } catch (error) {
    return { refusal: outcomeOfReadError(trial, error) };
  }
}

/**
 * Returns whether a hole may cause a problem: the problem is at the hole, inside it, or about a
 * value around it that only the value of the hole decides.
 */
function mayCause({ path: hole }: Hole, { path, rule }: Issue): boolean {
  const shorter = Math.min(hole.length, path.length);
  for (let at = 0; at < shorter; at++) if (hole[at] !== path[at]) return false;
  if (path.length === hole.length) return !NAMES.has(rule);
  return path.length > hole.length || !SIZES.has(rule);
}

/** Problems of the name of a property. */
const NAMES: ReadonlySet<string> = new Set(['additionalProperties', 'propertyNames']);
/** Problems of an object or array that no value inside it causes. */
const SIZES: ReadonlySet<string> = new Set([
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'type'],
  ...['required', 'additionalProperties', 'dependentRequired', 'propertyNames'],
]);

function issuesOf(outcome: ToolOutcome): readonly Issue[] {
  return outcome.status === 'retry' || outcome.status === 'failed' ? (outcome.issues ?? []) : [];
}

function accepted(tool: string, waitsFor: DeferralKind | 'unknown' | undefined): CallCheck {
  return { status: 'fits', tool, text: '', issues: [], waitsFor };
}

function refused(tool: string, text: string, issues: readonly Issue[] = []): CallCheck {
  return { status: 'refused', tool, text, issues, waitsFor: undefined };
}
