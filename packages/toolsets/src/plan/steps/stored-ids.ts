import type { RunContext } from '@haft/core';
import type { PlanStep } from '../plan-step.js';
import { findReferences } from '../references/find-references.js';

/** Returns the ids in references of a plan that belong to stored values and not to steps. */
export async function storedIds(steps: readonly PlanStep[], run: RunContext<never>): Promise<ReadonlySet<string>> {
  const names = new Set(steps.map(({ id }, index) => id ?? `step_${index}`));
  const others = new Set<string>();
  for (const { args = {} } of steps)
    for (const { id } of findReferences(args).references) if (!names.has(id)) others.add(id);
  const stored = new Set<string>();
  for (const id of [...others].slice(0, MOST_READ))
    if ((await run.calls.findReference(id)) !== undefined) stored.add(id);
  return stored;
}

/** One plan can use so many stored values. */
const MOST_READ = 100;
