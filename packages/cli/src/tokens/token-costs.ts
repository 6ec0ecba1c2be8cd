import type { Target } from '@haft/schema/dialects';
import { requestEntry } from '@haft/schema/tokens';
import { definitionOf } from '../project/definition-of.js';
import type { ToolOfProject } from '../project/read-project.js';
import { expensiveParts, type ExpensivePart } from './expensive-parts.js';
import type { TokenCounter } from './token-counter.js';

/** Tokens for each target. */
export type Tokens = Readonly<Partial<Record<Target, number>>>;

/** The cost of one tool in each request. */
export interface ToolCost {
  readonly name: string;
  /** Without the targets that cannot get the tool. */
  readonly tokens: Tokens;
}

/** The cost of a toolset. */
export interface ToolsetCost {
  readonly name: string;
  /** Relative to the folder of the tsconfig, with `/`. */
  readonly source: string;
  readonly tokens: Tokens;
  /** The share of all tools, from 0 to 1, over all targets. */
  readonly share: number;
  /** The most expensive first. */
  readonly tools: readonly ToolCost[];
}

/** The cost of all tools of a project. */
export interface TokenCosts {
  readonly counted: TokenCounter['counted'];
  readonly total: Tokens;
  /** The most expensive first. */
  readonly toolsets: readonly ToolsetCost[];
  /** The parts of all tools that cost most in the form for the first target. */
  readonly parts: readonly ExpensivePart[];
}

/** Counts the tokens that the tools of a project cost in each request. */
export function tokenCosts(
  tools: readonly ToolOfProject[],
  targets: readonly Target[],
  { counted, count }: TokenCounter,
): TokenCosts {
  const costs = tools.map((one) => ({ ...one.toolset, cost: toolCost(one, targets, count) }));
  const total = sumOf(
    costs.map(({ cost }) => cost.tokens),
    targets,
  );
  const toolsets = [...new Set(costs.map(({ name }) => name))].map((name): ToolsetCost => {
    const own = costs.filter((one) => one.name === name);
    const inner = own.map(({ cost }) => cost).toSorted(byCost);
    const tokens = sumOf(
      inner.map((one) => one.tokens),
      targets,
    );
    const share = overall(tokens) / Math.max(1, overall(total));
    return { name, source: own[0]?.source ?? '', tokens, share: Math.round(share * 1_000) / 1_000, tools: inner };
  });
  const [target] = targets;
  const parts = target === undefined ? [] : expensiveParts(tools.map(definitionOf), target, count);
  return { counted, total, toolsets: toolsets.toSorted(byCost), parts };
}

function toolCost(tool: ToolOfProject, targets: readonly Target[], count: TokenCounter['count']): ToolCost {
  const definition = definitionOf(tool);
  const tokens = targets.flatMap((target) => {
    const entry = requestEntry(definition, target);
    return entry === undefined ? [] : [[target, count(JSON.stringify(entry))] as const];
  });
  return { name: definition.name, tokens: Object.fromEntries(tokens) };
}

function sumOf(all: readonly Tokens[], targets: readonly Target[]): Tokens {
  return Object.fromEntries(
    targets.map((target) => [target, all.reduce((sum, tokens) => sum + (tokens[target] ?? 0), 0)]),
  );
}

type Cost = Pick<ToolCost, 'name' | 'tokens'>;

function byCost(a: Cost, b: Cost): number {
  return overall(b.tokens) - overall(a.tokens) || (a.name < b.name ? -1 : 1);
}

function overall(tokens: Tokens): number {
  return Object.values(tokens).reduce((sum, one) => sum + one, 0);
}
