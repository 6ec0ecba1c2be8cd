import { ToolResult } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { PlanOptions } from '../plan-options.js';
import type { PlanEntry } from '../plan-step.js';
import type { Plan, PlannedStep } from '../steps/plan.js';
import { cutLongest } from './cut-longest.js';
import { planText } from './plan-text.js';
import type { StepEnd } from './step-end.js';

/** The part of a plan's results that the model reads. */
export interface PlanView {
  readonly options: PlanOptions;
  /** The ids of the steps whose results it asks for. Undefined: those that no step refers to. */
  readonly returned: readonly string[] | undefined;
}

/**
 * Returns all results of a plan. The model reads those that it needs, with the longest ones cut.
 */
export function planEntries(
  plan: Plan,
  ends: readonly (StepEnd | undefined)[],
  { options, returned }: PlanView,
): ToolResult<PlanEntry[]> {
  const values = ends.map((end) => shownValue(end, options));
  const value = plan.map((step, index) => ({ ...entryOf(step), ...endOf(ends[index], values[index] ?? null) }));
  const used = new Set(plan.flatMap(({ read }) => read.references.map(({ id }) => id)));
  const sizes = plan.map(({ id }, index) => {
    const end = ends[index];
    const isNeeded = returned?.includes(id) ?? (!used.has(id) || options.compat === 'oasis');
    const isShown = end?.status !== 'ok' || isNeeded;
    return isShown ? undefined : sizeOf(end);
  });
  const read = (shown: readonly JsonValue[]): PlanEntry[] =>
    value.map((entry, index) => {
      const size = sizes[index];
      if (size !== undefined) return { ...entryOf(plan[index] as PlannedStep), status: 'ok', size };
      return { ...entry, ...endOf(ends[index], shown[index] ?? null) };
    });
  const needed = values.map((one, index) => (sizes[index] === undefined ? one : null));
  // Programs of Oasis read the text.
  const write = options.compat === 'oasis' ? (entries: PlanEntry[]) => JSON.stringify(entries) : planText;
  const text = write(read(needed));
  if (text.length <= options.maxResultCharacters) return new ToolResult({ value, content: text });
  const frame = JSON.stringify(read(values.map(() => null))).length;
  const shown = cutLongest(needed, options.maxResultCharacters - frame);
  return new ToolResult({ value, content: write(read(shown)) });
}

function sizeOf({ value, text }: Extract<StepEnd, { readonly status: 'ok' }>): number {
  const shown = text ?? value;
  return typeof shown === 'string' ? shown.length : JSON.stringify(shown).length;
}

/** Returns the first part of an entry. */
export function entryOf({ index, id, isNamed, tool }: PlannedStep): Pick<PlanEntry, 'step' | 'id' | 'tool'> {
  return { step: index, ...(isNamed && { id }), tool };
}

/** Returns the text of an error as the model reads it. */
export function errorText(error: string, { compat }: PlanOptions): string {
  return compat === 'oasis' ? `error: ${error}` : error;
}

function shownValue(end: StepEnd | undefined, options: PlanOptions): JsonValue {
  if (end === undefined) return null;
  if (end.status === 'ok') return end.text ?? end.value;
  return end.status === 'error' ? errorText(end.error, options) : end.error;
}

function endOf(end: StepEnd | undefined, shown: JsonValue): Pick<PlanEntry, 'status' | 'result' | 'error'> {
  if (end?.status === 'ok') return { status: 'ok', result: shown };
  return { status: end?.status ?? 'error', error: typeof shown === 'string' ? shown : '' };
}
