import { indented } from '../../readable/indented.js';
import { valueText } from '../../readable/value-text.js';
import type { PlanEntry } from '../plan-step.js';

/**
 * Writes a plan for a model: a line for each step, its result below it. Only these lines begin
 * without a blank.
 *
 * @param hidden - ids of steps that succeeded, and whose results the model does not read
 */
export function planText(entries: readonly PlanEntry[], hidden: readonly string[] = []): string {
  const lines = entries.map(textOf);
  if (hidden.length > 0) lines.push(`Also ok: ${hidden.join(', ')}`);
  return lines.join('\n');
}

function textOf({ step, id, tool, status, result, error, needsApproval }: PlanEntry): string {
  const line = `${id ?? `step_${String(step)} ${tool}`}: ${status}`;
  if (error !== undefined) return `${line}\n${indented(error)}`;
  if (status === 'planned') return needsApproval === false ? line : `${line}, ${APPROVAL[String(needsApproval)] ?? ''}`;
  return `${line}\n${indented(valueText(result))}`;
}

const APPROVAL: Readonly<Record<string, string>> = {
  true: 'needs an approval',
  unknown: 'may need an approval',
};
