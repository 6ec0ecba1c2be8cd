import { dirname, relative } from 'node:path';
import { buildWithProgress } from '../project/build-with-progress.js';
import { report, type DiagnosticFormat } from '../output/report.js';
import { readSettings, type SettingsOptions } from '../settings/read-settings.js';

/** Options of `haft build` and `haft check`. */
export interface BuildOptions extends SettingsOptions {
  readonly format: DiagnosticFormat;
}

/**
 * Writes the generated module of a project. If there are errors, writes nothing.
 *
 * @returns 0 if the module matches the source, else 1
 */
export async function build(options: BuildOptions): Promise<number> {
  const settings = await readSettings(options);
  const result = await buildWithProgress(settings, { write: true });
  const out = relative(process.cwd(), settings.out);
  return report(result, dirname(settings.tsconfig), options.format, {
    done: result.changed ? `wrote ${out}` : `${out} is up to date`,
    undone: 'nothing was written',
    facts: { out, written: result.ok && result.changed, toolsets: result.toolsets, tools: result.tools },
  });
}
