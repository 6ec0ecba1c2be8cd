import type { JsonValue } from '@haft/schema';
import type { ArgumentCheck } from '@haft/arguments';
import { loadLazy, loadedLazy } from '../load-lazy.js';
import type { Call } from '../call.js';

type Values = Readonly<Record<string, JsonValue>>;

/**
 * Returns the arguments of a call in JSON form, with the defaults of the schema. Approvers see
 * them, and they are part of the keys of approvals and caches. Await {@link readyToComplete}
 * before.
 *
 * @param wire - accepted arguments. Default: those of the call.
 */
export function completedArguments({ state, wire: own = {} }: Call, wire: Values = own): Values {
  const { check } = state.planned.tool;
  const lazy = hasDefaults(check) ? loadedLazy() : undefined;
  if (lazy === undefined) return wire;
  return lazy.withDefaults(lazy.checkerOf(check.schema(), check.compiled), wire);
}

/** Returns whether {@link completedArguments} needs no file that is not loaded. */
export function canComplete({ state }: Call): boolean {
  return loadedLazy() !== undefined || !hasDefaults(state.planned.tool.check);
}

/** Loads the code that {@link completedArguments} needs. */
export async function readyToComplete(call: Call): Promise<void> {
  if (!canComplete(call)) await loadLazy();
}

const known = new WeakMap<ArgumentCheck, boolean>();

/** Returns whether the schema has a default that the tool gets. */
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
