import { ToolResult } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { PlanOptions } from '../plan-options.js';
import type { PlanEntry } from '../plan-step.js';
import type { Plan, PlannedStep } from '../steps/plan.js';
import { cutLongest } from './cut-longest.js';
import type { StepEnd } from './step-end.js';

/** Returns the results of a plan. The model reads them with the longest results cut. */
export function planEntries(
  plan: Plan,
  ends: readonly (StepEnd | undefined)[],
  options: PlanOptions,
): ToolResult<PlanEntry[]> {
  const values = ends.map((end) => shownValue(end, options));
  const entries = (shown: readonly JsonValue[]): PlanEntry[] =>
    plan.map((step, index) => ({ ...entryOf(step), ...endOf(ends[index], shown[index] ?? null) }));
  const value = entries(values);
  const text = JSON.stringify(value);
  if (text.length <= options.maxResultCharacters) return new ToolResult({ value, content: text });
  const frame = JSON.stringify(entries(values.map(() => null))).length;
  const shown = cutLongest(values, options.maxResultCharacters - frame);
  return new ToolResult({ value, content: JSON.stringify(entries(shown)) });
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
