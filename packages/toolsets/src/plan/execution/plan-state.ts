import type { RunContext, ResumedCallState } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import { innerCallId } from './inner-call-id.js';
import { cutLongest } from './cut-longest.js';
import type { PlanProgress } from './plan-progress.js';
import type { StepEnd } from './step-end.js';

/** The position and the end of a step. */
type SavedEnd = readonly [number, StepEnd];

/** The finished results of a suspended plan. The plan itself is in the arguments of the call. */
export interface PlanState {
  /** The steps that have ended. */
  readonly ends: readonly SavedEnd[];
  /** Positions of the steps that wait. */
  readonly waits: readonly number[];
}

/**
 * Returns the state of a plan. If the results are too large for it, cuts the longest ones, first
 * those that no other step needs.
 */
export function stateOf(progress: PlanProgress): PlanState {
  const state = { ends: endsOf(progress), waits: [...progress.waits.keys()].sort((a, b) => a - b) };
  const withoutTwice = isLong(state) ? withoutCopies(state, progress) : state;
  const withoutFree = cutState(withoutTwice, (index) => !progress.isNeeded(index));
  return cutState(withoutFree, () => true);
}

/** Restores the results of a plan, and adds the outcomes of the steps that waited. */
export function restore(progress: PlanProgress, run: RunContext<never>, { state, outcomes }: ResumedCallState): void {
  const { ends, waits } = readState(state);
  for (const [index, end] of ends) {
    if (end.status === 'ok') progress.succeed(index, end);
    else progress.ends[index] = end;
  }
  for (const index of waits) {
    const step = progress.plan[index];
    if (step === undefined) continue;
    const outcome = outcomes[innerCallId(run, step)];
    if (outcome === undefined) progress.fail(index, LOST);
    else progress.settle(index, outcome);
  }
}

/** The runtime accepts 1,000,000 characters. */
const LONGEST = 990_000;

const LOST = 'The outcome of this step is unknown. It may have had effects.';

function endsOf({ ends }: PlanProgress): readonly SavedEnd[] {
  return ends.flatMap((end, index) => (end === undefined ? [] : [[index, end]]));
}

/** Keeps the text or the value of a result, not both: the value only if another step needs it. */
function withoutCopies(state: PlanState, progress: PlanProgress): PlanState {
  const ends = state.ends.map(([index, end]): SavedEnd => {
    if (end.status !== 'ok' || end.text === undefined) return [index, end];
    const { text, value } = end;
    return [index, progress.isNeeded(index) ? { status: 'ok', value } : { status: 'ok', value: text, isCut: true }];
  });
  return { ...state, ends };
}

function isLong(state: PlanState): boolean {
  return JSON.stringify(state).length > LONGEST;
}

/** Cuts the longest results, of those that may be cut, if the state is too large. */
function cutState(state: PlanState, mayCut: (index: number) => boolean): PlanState {
  const excess = JSON.stringify(state).length - LONGEST;
  if (excess <= 0) return state;
  const results = state.ends.filter(([index, { status }]) => status === 'ok' && mayCut(index));
  const values = results.map(([, end]) => shownValue(end));
  const all = values.reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0);
  const cut = cutLongest(values, all - excess - MARKS * values.length);
  const cutEnds = new Map(results.map(([index], position) => [index, cut[position]]));
  const ends = state.ends.map(([index, end]): SavedEnd => {
    const value = cutEnds.get(index);
    return [index, value === undefined || value === shownValue(end) ? end : { status: 'ok', value, isCut: true }];
  });
  return { ...state, ends };
}

/** The characters of `isCut` in JSON. */
const MARKS = 20;

function shownValue(end: StepEnd): JsonValue {
  return end.status === 'ok' ? (end.text ?? end.value) : null;
}

/** Reads the state that {@link stateOf} made. */
function readState(state: JsonValue): PlanState {
  if (isObject(state) && Array.isArray(state['ends']) && Array.isArray(state['waits'])) {
    return state as unknown as PlanState;
  }
  throw new TypeError('The state of the plan is not valid.');
}
