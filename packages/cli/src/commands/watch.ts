import { jsonReport, textReport } from '../output/watch-report.js';
import { watchProject } from '../project/watch-project.js';
import { readSettings, type SettingsOptions } from '../settings/read-settings.js';

/** Options of `haft watch`. */
export interface WatchOptions extends SettingsOptions {
  readonly json?: true;
}

/**
 * Builds. Builds again if a source file, a tsconfig or package.json changes, or if a generated file
 * is missing, until the process is interrupted.
 *
 * @returns 0 after an interruption
 */
export async function watch(options: WatchOptions): Promise<number> {
  const settings = await readSettings(options);
  const interrupted = interruption();
  const watching = await watchProject(settings, options.json === true ? jsonReport : textReport);
  await interrupted;
  await watching.close();
  return 0;
}

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
