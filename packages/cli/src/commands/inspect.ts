import { randomBytes } from 'node:crypto';
import { dirname, relative } from 'node:path';
import { watch as watchFiles } from 'chokidar';
import { HaftError } from '@haft/core/errors';
import type { Diagnostic } from '@haft/reflector';
import { committedChanges } from '../inspect/committed-changes.js';
import { inspectorFile } from '../inspect/load-inspector.js';
import type { BuildFinding, BuildNews } from '../inspect/messages.js';
import { hasScreen, openBrowser } from '../inspect/open-browser.js';
import { PageProcess } from '../inspect/page-process.js';
import { PageServer } from '../inspect/page-server.js';
import { stopRequested } from '../mcp/stop-requested.js';
import { styled } from '../output/styled.js';
import { textReport, type WatchReport } from '../output/watch-report.js';
import { readSettings, type SettingsOptions } from '../settings/read-settings.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft inspect`. */
export interface InspectCommandOptions extends SettingsOptions {
  readonly port?: string;
  readonly readOnly?: true;
  /** False with `--no-watch`. */
  readonly watch?: boolean;
  /** False with `--no-open`. */
  readonly open?: boolean;
}

const PORT = 4747;
/** The time to wait for more compiled files after one, in milliseconds. */
const PAUSE_MS = 150;
/** A compiled file changed for the same change of a source as a build. */
const COMPILED_JUST_NOW_MS = 5_000;

/**
 * Opens the page of the project at a port of this machine, until the process is interrupted. Builds
 * again when a source changes, and starts the process of the page again when a compiled file does.
 *
 * @throws {HaftError} `HAFT_NO_RUNTIME`, `HAFT_MISSING_PEER`
 */
export async function inspect(options: InspectCommandOptions): Promise<number> {
  const settings = await readSettings(options);
  const { runtime: file, folder } = settings;
  if (file === undefined) throw noRuntime();
  inspectorFile(folder);
  const stopped = stopRequested();
  const server = new PageServer();
  const port = await server.listen(portOf(options));
  const token = randomBytes(32).toString('base64url');
  const pages = new Pages(server, { host: `127.0.0.1:${port}`, token, readOnly: options.readOnly === true });
  // The first build takes some time, and the page waits for it.
  process.stdout.write(`\n  ${styled('bold', 'Inspector')}  http://127.0.0.1:${port}/#token=${token}\n\n`);
  const { platform, env, stdin, stdout } = process;
  if (options.open !== false && hasScreen({ isTerminal: stdin.isTTY && stdout.isTTY, platform, env }))
    openBrowser(`http://127.0.0.1:${port}${server.openOnce(`/#token=${token}`)}`);
  // The compiler takes time to load, and the page is there before.
  const building =
    options.watch === false
      ? undefined
      : await (await import('../project/watch-project.js')).watchProject(settings, pages.report);
  const compiled = dirname(file);
  const isOther = (path: string): boolean => /node_modules|\.tsbuildinfo$/.test(relative(compiled, path));
  const watching = watchFiles(compiled, { ignoreInitial: true, ignored: isOther });
  await new Promise<void>((resolve) => watching.once('ready', resolve));
  watching.on('all', () => {
    pages.restartSoon();
  });
  try {
    await Promise.race([pages.restart(), stopped]);
    await stopped;
    return 0;
  } finally {
    // First, so that no process starts meanwhile.
    pages.stop();
    server.close();
    await watching.close();
    await building?.close();
  }
}

/** The process of the page, which is replaced when the code changes. */
class Pages {
  private current: PageProcess | undefined;
  private news: BuildNews = { warnings: [] };
  private hasBuilt = false;
  private compiledAt = 0;
  private timer: NodeJS.Timeout | undefined;
  /** The text of the last build. */
  private compared: string | undefined;
  private turn: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly server: PageServer,
    private readonly start: Parameters<typeof PageProcess.start>[0],
  ) {}

  /** Prints each build, and shows it on the page. */
  readonly report: WatchReport = {
    built: (result, settings) => {
      textReport.built(result, settings);
      const { diagnostics, out, text } = result;
      const { changes = [] } = this.news;
      // The first build follows no change. A compiler next to this command may be faster.
      const isStale = this.hasBuilt && Date.now() - this.compiledAt > COMPILED_JUST_NOW_MS;
      this.hasBuilt = true;
      this.tell({ warnings: diagnostics.map(findingOf), changes, ...(isStale ? { isStale } : {}) });
      if (text !== undefined) void this.compare(out, text);
    },
    failed: (message, settings) => {
      textReport.failed(message, settings);
      this.tell({ ...this.news, failure: message });
    },
  };

  /** Compares with the last commit. git takes its time, so the page has the findings before. */
  private async compare(out: string, text: string): Promise<void> {
    this.compared = text;
    try {
      const changes = await committedChanges(out, text);
      // A newer build has a comparison of its own.
      if (this.compared === text) this.tell({ ...this.news, changes });
    } catch (error) {
      process.stderr.write(`${styled('yellow', '!')} no comparison with the last commit: ${String(error)}\n`);
    }
  }

  restartSoon(): void {
    this.compiledAt = Date.now();
    clearTimeout(this.timer);
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.restart().catch((error: unknown) => {
        if (this.stopping.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        process.stderr.write(`${styled('red', '✗')} the runtime cannot be loaded: ${message}\n`);
        // The page keeps the process before, and says why.
        this.tell({ ...this.news, failure: message });
      });
    }, PAUSE_MS);
  }

  /** Starts a process, and gives it the calls of the one before. One restart at a time. */
  restart(): Promise<void> {
    const next = this.turn.then(() => this.replace());
    this.turn = next.catch(() => undefined);
    return next;
  }

  /** Ends all processes: those that start, serve or hand over. */
  stop(): void {
    clearTimeout(this.timer);
    this.stopping.abort();
  }

  private async replace(): Promise<void> {
    const next = await PageProcess.start(this.start, this.stopping.signal);
    const before = this.current;
    this.current = next;
    const { failure: _failure, isStale: _isStale, ...news } = this.news;
    this.tell(news);
    await before?.handOver(next);
    this.server.setTarget(next.port);
  }

  private tell(news: BuildNews): void {
    this.news = news;
    this.current?.setBuild(news);
  }
}

function findingOf({ code, severity, message, fix, file, line }: Diagnostic): BuildFinding {
  return {
    code,
    message: `${message} ${fix}`,
    isError: severity === 'error',
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}

function portOf({ port }: InspectCommandOptions): number {
  const number = port === undefined ? PORT : Number(port);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new UsageError(`'${String(port)}' is not a port.`, 'Write --port 4747, or --port 0 for a free port.');
}

function noRuntime(): HaftError {
  return new HaftError('HAFT_NO_RUNTIME', 'This project does not say which module exports its runtime.', {
    hint: 'Set "runtime": "dist/runtime.js" under the key "haft" of package.json, and export `runtime` from that module.',
  });
}
