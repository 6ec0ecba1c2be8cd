import type { BuildResult } from '@haft/reflector';
import type { Findings, DiagnosticFormat } from '../output/report.js';
import { toolsOf } from '../project/read-project.js';
import type { Settings } from '../settings/settings.js';
import { overBudget } from './over-budget.js';
import { printCosts } from './print-costs.js';
import { tokenCosts, type TokenCosts } from './token-costs.js';
import { tokenCounter } from './token-counter.js';
import { tokenTargets } from './token-targets.js';

/** The findings of a build and of the budgets. */
export interface TokenFindings extends Findings {
  /** Undefined if the source has errors. */
  readonly tokens?: TokenCosts;
}

/** Options of the command line. */
export interface TokenOptions {
  readonly format: DiagnosticFormat;
  /** Names of providers. */
  readonly for?: readonly string[];
}

/**
 * Counts the tokens of the tools that a build found, and compares them with the budgets. Prints
 * them unless the format is `json`.
 *
 * @throws {HaftError} `HAFT_SETTINGS` if a budget names an unknown toolset
 */
export function checkTokens(result: BuildResult, settings: Settings, options: TokenOptions): TokenFindings {
  const { ok, model, diagnostics } = result;
  if (model === undefined) return { ok, diagnostics };
  const targets = tokenTargets(settings, options.for);
  const tokens = tokenCosts(toolsOf(model), targets, tokenCounter(settings.folder));
  const over = overBudget(tokens, settings);
  if (options.format !== 'json') printCosts(tokens, targets, settings.tokens);
  return { ok: ok && over.length === 0, diagnostics: [...diagnostics, ...over], tokens };
}
