import { providerOf, type Target } from '@haft/schema/dialects';
import { plural } from '../output/plural.js';
import { styled } from '../output/styled.js';
import type { TokenBudget } from '../settings/token-budget.js';
import { providerBudgets } from './over-budget.js';
import type { ExpensivePart } from './expensive-parts.js';
import type { TokenCosts, Tokens } from './token-costs.js';
import { tokensText } from './tokens-text.js';

/** Prints the tokens of toolsets and their tools as a table, the most expensive first. */
export function printCosts(costs: TokenCosts, targets: readonly Target[], budget: TokenBudget | undefined): void {
  const tables = [linesOf(rowsOf(costs, targets, budget)), partLines(costs.parts, targets[0])];
  const text = tables.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  process.stdout.write(`${text.join('\n\n')}\n\n${styled('dim', NOTES[costs.counted])}\n`);
}

function linesOf(rows: readonly Row[]): string[] {
  const widths = rows[0]?.cells.map((_cell, column) =>
    Math.max(...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  return rows.map(({ cells, isBold }) => {
    const padded = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
    );
    const line = padded.join('  ').trimEnd();
    return isBold ? styled('bold', line) : line;
  });
}

/** Lists the most expensive parts, and below them what to do about each kind. */
function partLines(parts: readonly ExpensivePart[], target: Target | undefined): string[] {
  if (parts.length === 0) return [];
  const rows = parts.map(({ tool, place, kind, tokens }) => ({
    cells: [place === '' ? tool : `${tool} ${place}`, kind, tokensText(tokens)],
    isBold: false,
  }));
  const fixes = [...new Map(parts.map(({ kind, fix }) => [kind, fix]))].map(([kind, fix]) => `${kind}: ${fix}`);
  const heading = { cells: [`most expensive parts (${target ?? ''})`, 'kind', 'tokens'], isBold: true };
  return [...linesOf([heading, ...rows]), '', ...fixes];
}

interface Row {
  readonly cells: readonly string[];
  readonly isBold: boolean;
}

function rowsOf(
  { total, toolsets, counted }: TokenCosts,
  targets: readonly Target[],
  budget: TokenBudget | undefined,
): readonly Row[] {
  const row = (label: string, tokens: Tokens, share = '', isBold = false): Row => ({
    cells: [label, ...targets.map((target) => cellOf(tokens[target])), share],
    isBold,
  });
  const budgets = providerBudgets(budget);
  const limits = targets.map((target) => (typeof budget === 'number' ? budget : budgets[providerOf(target)]));
  return [
    { cells: [counted === 'estimate' ? 'about' : 'exactly', ...targets, 'share'], isBold: false },
    ...toolsets.flatMap(({ name, tokens, share, tools }) => [
      row(`${name} (${plural(tools.length, 'tool')})`, tokens, `${String(Math.round(share * 100))} %`, true),
      ...tools.map((tool) => row(`  ${tool.name}`, tool.tokens)),
    ]),
    row('total', total, '', true),
    ...(limits.some((one) => one !== undefined)
      ? [{ cells: ['budget', ...limits.map(cellOf), ''], isBold: false }]
      : []),
  ];
}

function cellOf(tokens: number | undefined): string {
  return tokens === undefined ? '-' : tokensText(tokens);
}

const NOTES = {
  estimate: 'Estimated tokens of o200k_base. Install gpt-tokenizer for exact counts.',
  o200k_base: 'Exact tokens of o200k_base, by gpt-tokenizer. Other models count with their own encodings.',
} as const satisfies Record<TokenCosts['counted'], string>;
