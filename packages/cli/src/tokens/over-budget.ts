import { dirname, join, relative, sep } from 'node:path';
import { HaftError } from '@haft/core/errors';
import type { Diagnostic } from '@haft/reflector';
import { isProvider, PROVIDER_LIMITS, providerOf, type Provider, type Target } from '@haft/schema/dialects';
import { didYouMean } from '../did-you-mean.js';
import type { Settings } from '../settings/settings.js';
import type { TokenBudget } from '../settings/token-budget.js';
import type { TokenCosts, Tokens, ToolCost } from './token-costs.js';
import { tokensText } from './tokens-text.js';

/**
 * Returns an error for each budget that the tools exceed, about the form that costs most.
 *
 * @throws {HaftError} `HAFT_SETTINGS` if there is no toolset with the name of a budget
 */
export function overBudget(costs: TokenCosts, settings: Settings): readonly Diagnostic[] {
  return budgetsOf(costs, settings).flatMap((one) => {
    const [target, tokens] = costliest(one.tokens, one.provider);
    return tokens <= one.budget ? [] : [errorOf(one, target, costs.counted)];
  });
}

/** Returns the budgets of single providers. */
export function providerBudgets(budget: TokenBudget | undefined): Readonly<Partial<Record<Provider, number>>> {
  if (typeof budget !== 'object') return {};
  return Object.fromEntries(Object.entries(budget).filter(([name]) => isProvider(name)));
}

/** A budget of the settings, with the cost of its tools. */
interface Budget {
  readonly subject: string;
  readonly budget: number;
  /** Undefined for any. */
  readonly provider?: Provider;
  /** Relative to the folder of the tsconfig. */
  readonly file: string;
  readonly tokens: Tokens;
  readonly tools: readonly ToolCost[];
}

function budgetsOf({ total, toolsets }: TokenCosts, { folder, tsconfig, tokens }: Settings): readonly Budget[] {
  if (tokens === undefined) return [];
  const file = join(folder, 'package.json');
  const all = {
    subject: 'The tools cost',
    file: relative(dirname(tsconfig), file).split(sep).join('/'),
    tokens: total,
    tools: toolsets.flatMap(({ tools }) => tools),
  };
  if (typeof tokens === 'number') return [{ ...all, budget: tokens }];
  const ofProviders = Object.entries(providerBudgets(tokens)) as [Provider, number][];
  const ofToolsets = Object.entries(tokens.toolsets ?? {}).map(([name, budget]): Budget => {
    const toolset = toolsets.find((one) => one.name === name);
    const names = toolsets.map((one) => one.name);
    if (toolset === undefined) throw unknownToolset(file, name, names);
    return { ...toolset, subject: `The toolset '${name}' costs`, budget, file: toolset.source };
  });
  return [...ofProviders.map(([provider, budget]) => ({ ...all, provider, budget })), ...ofToolsets];
}

function unknownToolset(file: string, name: string, names: readonly string[]): HaftError {
  return new HaftError(
    'HAFT_SETTINGS',
    `The key 'haft' of ${file}: 'tokens.toolsets' names the unknown toolset '${name}'.${didYouMean(name, names)}`,
    { hint: `Toolsets are ${names.join(', ')}.` },
  );
}

/** Returns the form that costs most, also if a provider has several, or none is counted. */
function costliest(tokens: Tokens, provider: Provider | undefined): readonly [Target, number] {
  const forms = (Object.entries(tokens) as [Target, number][]).filter(
    ([target]) => provider === undefined || providerOf(target) === provider,
  );
  return forms.reduce((most, form) => (form[1] > most[1] ? form : most), forms[0] ?? ['openai', 0]);
}

/** The tools that an error names. */
const MOST_NAMED = 3;

function errorOf({ subject, budget, file, tokens, tools }: Budget, target: Target, counted: TokenCosts['counted']) {
  const costly = tools
    .map((tool) => ({ name: tool.name, count: tool.tokens[target] ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_NAMED)
    .map(({ name, count }) => `${name} (${tokensText(count)})`);
  const cost = tokensText(tokens[target] ?? 0, counted);
  const { title } = PROVIDER_LIMITS[providerOf(target)];
  return {
    code: 'HAFT1074',
    severity: 'error',
    message: `${subject} ${cost} tokens at ${title} (${target}), more than the budget of ${tokensText(budget)}.`,
    fix: `Shorten the texts of the most expensive tools: ${costly.join(', ')}. Or hide tools behind search_tools with deferLoading(), or give a run fewer tools.`,
    file,
  } as const satisfies Diagnostic;
}
