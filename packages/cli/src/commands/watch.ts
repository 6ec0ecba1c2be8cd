import { dirname, relative, sep } from 'node:path';
import { createBuilder, issuesFile, type ProjectBuilder } from '@haft/reflector';
import { watch as watchFiles } from 'chokidar';
import { plural } from '../output/plural.js';
import { printDiagnostics } from '../output/print-diagnostics.js';
import { styled } from '../output/styled.js';
import { readSettings, type SettingsOptions } from '../settings/read-settings.js';
import type { Settings } from '../settings/settings.js';

/** How long to wait for more changes after one, in milliseconds: editors and git write many files at once. */
const PAUSE_MS = 50;

/**
 * Builds, and builds again whenever a source file, a tsconfig or package.json changes, until the process is interrupted.
 *
 * @returns 0 when it was interrupted
 */
export async function watch(options: SettingsOptions): Promise<number> {
  const settings = await readSettings(options);
  const builder = createBuilder({ ...settings, write: true });
  const builds = new Builds(() => rebuild(builder, settings));
  const folder = dirname(settings.tsconfig);
  const watcher = watchFiles(folder, { ignoreInitial: true, ignored: (path) => isIgnored(path, folder, settings.out) });
  watcher.on('all', () => {
    builds.ask(PAUSE_MS);
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

/** What goes wrong is printed, and the next change may mend it. */
async function rebuild(builder: ProjectBuilder, settings: Settings): Promise<void> {
  const time = styled('dim', new Date().toLocaleTimeString('en-GB'));
  try {
    const { ok, diagnostics, changed, tools, milliseconds } = await builder.build();
    printDiagnostics(diagnostics, dirname(settings.tsconfig), 'pretty');
    const out = relative(process.cwd(), settings.out);
    const done = `${changed ? `wrote ${out}` : `${out} is up to date`} (${plural(tools, 'tool')}, ${milliseconds} ms)`;
    print(ok ? `${styled('green', '✓')} ${time} ${done}` : `${styled('red', '✗')} ${time} nothing was written`);
  } catch (error) {
    print(`${styled('red', '✗')} ${time} ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isIgnored(path: string, folder: string, out: string): boolean {
  if (path === out || path === issuesFile(out)) return true;
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

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
