import type { JsonValue } from '@haft/schema';
import type { ArgumentCheck } from '../../arguments/accepted-arguments.js';
import { loadLazy, loadedLazy } from '../load-lazy.js';
import type { Call } from '../call.js';

type Values = Readonly<Record<string, JsonValue>>;

/**
 * Returns the arguments of a call as the tool gets them, in the form in which they are sent: with the defaults that the schema says. An
 * approver is shown these, and they make the keys of approvals and caches. Await {@link readyToComplete} before.
 *
 * @param wire - accepted arguments
 */
export function completedArguments({ state, wire: own = {} }: Call, wire: Values = own): Values {
  const { check } = state.planned.tool;
  const lazy = hasDefaults(check) ? loadedLazy() : undefined;
  if (lazy === undefined) return wire;
  return lazy.withDefaults(lazy.checkerOf(check.schema(), check.compiled), wire);
}

/** Returns whether {@link completedArguments} needs nothing that must be loaded first. */
export function canComplete({ state }: Call): boolean {
  return loadedLazy() !== undefined || !hasDefaults(state.planned.tool.check);
}

/** Loads what {@link completedArguments} needs. */
export async function readyToComplete(call: Call): Promise<void> {
  if (!canComplete(call)) await loadLazy();
}

const known = new WeakMap<ArgumentCheck, boolean>();

/** Whether the tool gets some value that nobody sent. */
function hasDefaults(check: ArgumentCheck): boolean {
  if (check.appliesDefaults !== true) return false;
  let found = known.get(check);
  if (found === undefined) known.set(check, (found = saysDefault(check.schema())));
  return found;
}

function saysDefault(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'default') || Object.values(value).some(saysDefault);
}
