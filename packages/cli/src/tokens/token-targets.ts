import { providerOf, TARGETS, type Target } from '@haft/schema/dialects';
import type { Settings } from '../settings/settings.js';
import { providerBudgets } from './over-budget.js';

/**
 * Returns the targets whose tokens count: those of `--for`, else those of the setting `for` and of
 * providers with a budget, else all.
 */
export function tokenTargets(settings: Settings, given: readonly string[] | undefined): readonly Target[] {
  const budgets = settings.for.length === 0 ? [] : Object.keys(providerBudgets(settings.tokens));
  const names = given ?? [...settings.for, ...budgets];
  return names.length === 0 ? TARGETS : TARGETS.filter((target) => names.includes(providerOf(target)));
}
