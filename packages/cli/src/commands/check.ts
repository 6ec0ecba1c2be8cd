import { dirname, relative } from 'node:path';
import { buildWithProgress } from '../project/build-with-progress.js';
import { githubError, printDiagnostics } from '../output/print-diagnostics.js';
import { printJson } from '../output/print-json.js';
import { report } from '../output/report.js';
import { staleText } from '../output/stale-text.js';
import { styled } from '../output/styled.js';
import { readSettings } from '../settings/read-settings.js';
import { openTools } from '../access/access-table.js';
import type { TokenFindings } from '../tokens/check-tokens.js';
import type { BuildOptions } from './build.js';

/** Options of `haft check`. */
export interface CheckOptions extends BuildOptions {
  /** Whether to count the tokens of the tools too. */
  readonly tokens?: boolean;
  /** Whether a tool without a permission is an error, if the project uses permissions. */
  readonly access?: boolean;
}

/**
 * Builds without writing and compares the result with the existing modules. With `tokens`, prints
 * the tokens of the tools, and compares them with the budget of the settings. With `access`,
 * reports tools that require no permission.
 *
 * @returns 0 if a build would change nothing, no budget is exceeded and no tool is open, else 1
 */
export async function check(options: CheckOptions): Promise<number> {
  const settings = await readSettings(options);
  const result = await buildWithProgress(settings, { write: false });
  const findings: TokenFindings = options.tokens
    ? (await import('../tokens/check-tokens.js')).checkTokens(result, settings, options)
    : result;
  const { tokens } = findings;
  const open = options.access && result.model !== undefined ? openTools(result.model) : [];
  const ok = findings.ok && open.length === 0;
  const diagnostics = [...findings.diagnostics, ...open];
  const folder = dirname(settings.tsconfig);
  const out = relative(process.cwd(), settings.out);
  if (!result.ok || !result.changed) {
    const facts = { out, stale: result.changed, ...(tokens && { tokens }) };
    return report({ ok, diagnostics }, folder, options.format, {
      done: `${out} is up to date`,
      undone: 'the check failed',
      facts,
    });
  }
  if (options.format === 'json') {
    printJson({ ok: false, out, stale: true, ...(tokens && { tokens }), diagnostics });
    return 1;
  }
  printDiagnostics(diagnostics, folder, options.format);
  const problem = staleText(settings.out, out);
  const text =
    options.format === 'github'
      ? githubError('stale module', settings.out, `${problem} Run npx haft build.`)
      : `${styled('red', '✗', process.stderr)} ${problem}\n  Run: npx haft build`;
  process.stderr.write(`${text}\n`);
  return 1;
}
