import { indented } from '../../readable/indented.js';
import { valueText } from '../../readable/value-text.js';
import type { PlanEntry } from '../plan-step.js';

/**
 * Writes a plan for a model: a line for each step, its result below it. Only these lines begin
 * without a blank.
 */
export function planText(entries: readonly PlanEntry[]): string {
  return entries.map(textOf).join('\n');
}

function textOf({
  step,
  id = `step_${String(step)}`,
  tool,
  status,
  result,
  size,
  error,
  needsApproval,
}: PlanEntry): string {
  const line = `${id} ${tool}: ${status}`;
  if (size !== undefined) return `${line}, ${String(size)} characters`;
  if (error !== undefined) return `${line}\n${indented(error)}`;
  if (status === 'planned') return needsApproval === false ? line : `${line}, ${APPROVAL[String(needsApproval)] ?? ''}`;
  return `${line}\n${indented(valueText(result))}`;
}

const APPROVAL: Readonly<Record<string, string>> = {
  true: 'needs an approval',
  unknown: 'may need an approval',
};
