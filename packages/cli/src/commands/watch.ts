import { dirname, relative, sep } from 'node:path';
import { createBuilder, generatedFiles, type ProjectBuilder } from '@haft/reflector';
import { watch as watchFiles } from 'chokidar';
import { jsonReport, textReport, type WatchReport } from '../output/watch-report.js';
import { readSettings, type SettingsOptions } from '../settings/read-settings.js';
import type { Settings } from '../settings/settings.js';

/** How long to wait for more changes after one, in milliseconds: editors and git write many files at once. */
const PAUSE_MS = 50;

/** Options of `haft watch`. */
export interface WatchOptions extends SettingsOptions {
  readonly json?: true;
}

/**
 * Builds, and builds again whenever a source file, a tsconfig or package.json changes or a generated file is gone, until the process
 * is interrupted.
 *
 * @returns 0 when it was interrupted
 */
export async function watch(options: WatchOptions): Promise<number> {
  const settings = await readSettings(options);
  const builder = createBuilder({ ...settings, write: true });
  const report = options.json === true ? jsonReport : textReport;
  const folder = dirname(settings.tsconfig);
  const builds = new Builds(async () => {
    const files = await rebuild(builder, settings, report);
    // Of another folder, only what the project reads is of interest: sources behind `paths`, a tsconfig that is extended.
    watcher.add(files.filter((file) => isElsewhere(file, folder)));
  });
  const watcher = watchFiles(folder, { ignoreInitial: true, ignored: (path) => isIgnored(path, folder) });
  watcher.on('all', (event, path) => {
    // What a build itself writes is no reason for another one.
    if (event === 'unlink' || !isGenerated(path, settings.out)) builds.ask(PAUSE_MS);
  });
  const interrupted = interruption();
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  builds.ask(0);
  await interrupted;
  await watcher.close();
  return 0;
}

/** One build at a time; what is asked for during a build makes one more. */
class Builds {
  private timer: NodeJS.Timeout | undefined;
  private running = false;

  constructor(private readonly build: () => Promise<void>) {}

  ask(pauseMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), pauseMs);
  }

  private async run(): Promise<void> {
    if (this.running) {
      this.ask(PAUSE_MS);
      return;
    }
    this.running = true;
    try {
      await this.build();
    } finally {
      this.running = false;
    }
  }
}

/** What goes wrong is printed, and the next change may mend it. @returns the files that were read */
async function rebuild(builder: ProjectBuilder, settings: Settings, report: WatchReport): Promise<readonly string[]> {
  try {
    const result = await builder.build();
    report.built(result, settings);
    return result.files;
  } catch (error) {
    report.failed(error instanceof Error ? error.message : String(error), settings);
    return [];
  }
}

function isElsewhere(file: string, folder: string): boolean {
  return relative(folder, file).startsWith('..') && !file.split(sep).includes('node_modules');
}

function isGenerated(path: string, out: string): boolean {
  return Object.values(generatedFiles(out)).includes(path);
}

function isIgnored(path: string, folder: string): boolean {
  const parts = relative(folder, path).split(sep);
  if (
    parts.some(
      (part) => part === 'node_modules' || part === 'dist' || (part.startsWith('.') && part !== '.' && part !== '..'),
    )
  ) {
    return true;
  }
  // Folders have no ending and must be looked into.
  return /\.[a-z0-9]+$/i.test(path) && !/\.([cm]?tsx?|json)$/.test(path);
}

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
