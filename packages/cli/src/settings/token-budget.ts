import { PROVIDERS, type Provider } from '@haft/schema/dialects';
import { isObject } from '@haft/schema/internal';
import { didYouMean } from '../did-you-mean.js';

/**
 * The most tokens that tools may cost in each request: all together for any provider, or by
 * provider and by name of a toolset.
 */
export type TokenBudget = number | TokenBudgets;

/** The most tokens for each provider. */
export type TokenBudgets = Readonly<Partial<Record<Provider, number>>> & {
  /** The most tokens of toolsets by name, for any provider. */
  readonly toolsets?: Readonly<Record<string, number>>;
};

/** Returns the problem of a written number or object, or undefined if it is valid. */
export function budgetProblem(budgets: TokenBudget): string | undefined {
  if (typeof budgets === 'number') return isBudget(budgets) ? undefined : "'tokens' must be a whole number from 1.";
  for (const [name, value] of Object.entries(budgets)) {
    if (!NAMES.includes(name)) return `unknown name '${name}' in 'tokens'.${didYouMean(name, NAMES)}`;
    if (name === 'toolsets') {
      if (!isObject(value) || !Object.values(value).every(isBudget)) return `'tokens.toolsets' must be ${BY_TOOLSET}.`;
    } else if (!isBudget(value)) return `'tokens.${name}' must be a whole number from 1.`;
  }
  return undefined;
}

const NAMES: readonly string[] = [...PROVIDERS, 'toolsets'];
const BY_TOOLSET = 'an object with a whole number from 1 for each name of a toolset';

function isBudget(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
