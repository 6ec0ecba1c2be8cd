import { ToolResult } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { PlanOptions } from '../plan-options.js';
import type { PlanEntry } from '../plan-step.js';
import { parseReference } from '../references/parse-reference.js';
import { valueAt } from '../references/value-at.js';
import type { Plan, PlannedStep } from '../steps/plan.js';
import { cutLongest } from './cut-longest.js';
import { planText } from './plan-text.js';
import type { StepEnd } from './step-end.js';

/** The part of a plan's results that the model reads. */
export interface PlanView {
  readonly options: PlanOptions;
  /** The ids of steps, or values in results. Undefined: steps that no step refers to. */
  readonly returned: readonly string[] | undefined;
}

/**
 * Returns all results of a plan. The model reads those that it needs as their tools wrote them,
 * with the longest ones cut.
 */
export function planEntries(
  plan: Plan,
  ends: readonly (StepEnd | undefined)[],
  { options, returned }: PlanView,
): ToolResult<PlanEntry[]> {
  const isOasis = options.compat === 'oasis';
  const texts = ends.map((end) => shownValue(end, options));
  const values = isOasis ? texts : ends.map((end) => (end?.status === 'ok' ? end.value : shownValue(end, options)));
  const write = (given: readonly JsonValue[]): PlanEntry[] =>
    plan.map((step, index) => ({ ...entryOf(step), ...endOf(ends[index], given[index] ?? null) }));
  const value = write(values);
  // Programs of Oasis read the text.
  if (isOasis)
    return new ToolResult({ value, content: cutText(texts, options, (shown) => JSON.stringify(write(shown))) });
  const asked = askedParts(plan, ends, returned);
  const parts = asked.map(({ index, value: part }) => part ?? texts[index] ?? null);
  const hidden = plan.filter(({ index }) => ends[index]?.status === 'ok' && !asked.some((one) => one.index === index));
  const content = cutText(parts, options, (shown) =>
    planText(
      asked.map(({ index, place }, at) => ({
        ...entryOf(plan[index] as PlannedStep),
        ...endOf(ends[index], shown[at] ?? null),
        ...(place !== undefined && { id: place }),
      })),
      hidden.map(({ id }) => id),
    ),
  );
  return new ToolResult({ value, content });
}

/** Writes a text, with its longest values cut if it is too long. */
function cutText(
  values: readonly JsonValue[],
  { maxResultCharacters }: PlanOptions,
  write: (shown: readonly JsonValue[]) => string,
): string {
  const text = write(values);
  if (text.length <= maxResultCharacters) return text;
  return write(cutLongest(values, maxResultCharacters - write(values.map(() => null)).length));
}

/** A result, or a value in it, that the model reads. */
interface AskedPart {
  readonly index: number;
  /** The reference of a value. */
  readonly place?: string;
  readonly value?: JsonValue;
}

/** Returns what the model reads, in the order of the plan. Failed steps are always there. */
function askedParts(
  plan: Plan,
  ends: readonly (StepEnd | undefined)[],
  returned: readonly string[] | undefined,
): readonly AskedPart[] {
  const used = new Set(plan.flatMap(({ read }) => read.references.map(({ id }) => id)));
  const asked = returned?.flatMap((text) => ({ text, ...(parseReference(text) ?? { id: text, keys: [] }) }));
  return plan.flatMap(({ index, id }): readonly AskedPart[] => {
    const end = ends[index];
    const own = asked?.filter((one) => one.id === id);
    const isWhole = own === undefined ? !used.has(id) : own.some(({ keys }) => keys.length === 0);
    if (end?.status !== 'ok' || isWhole) return [{ index }];
    return (own ?? []).map(({ text, keys }) => {
      const found = end.isCut === true ? { problem: '' } : valueAt(end.value, keys);
      // The whole result saves a second call, whose effects may not be wanted.
      return 'value' in found ? { index, place: text, value: found.value } : { index };
    });
  });
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
