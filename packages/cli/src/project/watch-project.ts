import { dirname, relative, sep } from 'node:path';
import { createBuilder, generatedFiles, type ProjectBuilder } from '@haft/reflector';
import { watch as watchFiles } from 'chokidar';
import type { WatchReport } from '../output/watch-report.js';
import type { Settings } from '../settings/settings.js';

/**
 * The time to wait for more changes after one, in milliseconds: editors and git write many files in
 * a burst.
 */
const PAUSE_MS = 50;

/** A project that Haft builds after each change. */
export interface WatchedProject {
  /** Resolves after the first build without errors. */
  readonly built: Promise<void>;
  /** Ends watching. */
  close(): Promise<void>;
}

/**
 * Builds a project. Builds it again if a file that it reads changes, or if a generated file is
 * missing.
 */
export async function watchProject(settings: Settings, report: WatchReport): Promise<WatchedProject> {
  const builder = createBuilder();
  const folder = dirname(settings.tsconfig);
  let builtOnce = (): void => undefined;
  const built = new Promise<void>((resolve) => (builtOnce = resolve));
  const builds = new Builds(async () => {
    const { ok, files } = await rebuild(builder, settings, report);
    // In other folders, watches only files that the project reads: sources behind `paths`, a base
    // tsconfig.
    watcher.add(files.filter((file) => isElsewhere(file, folder)));
    if (ok) builtOnce();
  });
  const watcher = watchFiles(folder, { ignoreInitial: true, ignored: (path) => isIgnored(path, folder) });
  watcher.on('all', (event, path) => {
    // Files that a build writes do not cause another build.
    if (event === 'unlink' || !isGenerated(path, settings.out)) builds.ask(PAUSE_MS);
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  builds.ask(0);
  return { built, close: () => watcher.close() };
}

/** Runs one build at a time. Requests during a build cause one more. */
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

interface Rebuilt {
  readonly ok: boolean;
  /** The files that the build read. */
  readonly files: readonly string[];
}

/** Builds once. Prints an error instead of throwing it, because the next change may correct it. */
async function rebuild(builder: ProjectBuilder, settings: Settings, report: WatchReport): Promise<Rebuilt> {
  try {
    const result = await builder.build({ ...settings, write: true });
    report.built(result, settings);
    return result;
  } catch (error) {
    report.failed(error instanceof Error ? error.message : String(error), settings);
    return { ok: false, files: [] };
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
  // Folders have no file extension. The watcher must read them.
  return /\.[a-z0-9]+$/i.test(path) && !/\.([cm]?tsx?|json)$/.test(path);
}
