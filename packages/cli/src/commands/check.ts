import { dirname, relative } from 'node:path';
import { buildWithProgress } from '../project/build-with-progress.js';
import { githubError, printDiagnostics } from '../output/print-diagnostics.js';
import { printJson } from '../output/print-json.js';
import { report } from '../output/report.js';
import { staleText } from '../output/stale-text.js';
import { styled } from '../output/styled.js';
import { readSettings } from '../settings/read-settings.js';
import type { BuildOptions } from './build.js';

/**
 * Builds without writing and compares the result with the existing modules.
 *
 * @returns 0 if a build would change nothing, else 1
 */
export async function check(options: BuildOptions): Promise<number> {
  const settings = await readSettings(options);
  const result = await buildWithProgress(settings, { write: false });
  const out = relative(process.cwd(), settings.out);
  if (!result.ok || !result.changed) {
    const facts = { out, stale: result.changed };
    return report(result, dirname(settings.tsconfig), options.format, {
      done: `${out} is up to date`,
      undone: 'the check failed',
      facts,
    });
  }
  if (options.format === 'json') {
    printJson({ ok: false, out, stale: true, diagnostics: result.diagnostics });
    return 1;
  }
  printDiagnostics(result.diagnostics, dirname(settings.tsconfig), options.format);
  const problem = staleText(settings.out, out);
  const text =
    options.format === 'github'
      ? githubError('stale module', settings.out, `${problem} Run npx haft build.`)
      : `${styled('red', '✗', process.stderr)} ${problem}\n  Run: npx haft build`;
  process.stderr.write(`${text}\n`);
  return 1;
}
