import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { textReport } from '../output/watch-report.js';
import { watchProject } from '../project/watch-project.js';
import { readSettings, type SettingsOptions } from '../settings/read-settings.js';
import { UsageError } from '../usage-error.js';

/**
 * Builds and starts a command after the first build without errors. While the command runs, builds
 * again after each change. A signal ends both.
 *
 * @param command - the command and its arguments
 * @returns the exit code of the command, or 128 plus the number of the signal that ended it
 * @throws {UsageError} if the command cannot be started
 */
export async function dev(command: readonly string[], options: SettingsOptions): Promise<number> {
  const settings = await readSettings(options);
  const signals = new Signals();
  const watching = await watchProject(settings, textReport);
  try {
    const early = await Promise.race([watching.built, signals.first]);
    if (early !== undefined) return codeOf(early);
    return await exitOf(command, settings.folder, signals);
  } finally {
    signals.ignore();
    await watching.close();
  }
}

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Passed = (typeof PASSED_ON)[number];

/** The signals that this process receives. They do not end it, because the command decides. */
class Signals {
  readonly first: Promise<Passed>;
  private receive: (signal: Passed) => void = () => undefined;
  private readonly listener = (signal: NodeJS.Signals): void => {
    this.receive(signal as Passed);
  };

  constructor() {
    this.first = new Promise((resolve) => (this.receive = resolve));
    for (const signal of PASSED_ON) process.on(signal, this.listener);
  }

  passTo(child: ChildProcess): void {
    this.receive = (signal) => {
      // A terminal sends Ctrl-C to both processes, and many programs stop hard at a second one.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
  }

  ignore(): void {
    for (const signal of PASSED_ON) process.off(signal, this.listener);
  }
}

function exitOf([name = '', ...args]: readonly string[], folder: string, signals: Signals): Promise<number> {
  const child = spawn(name, args, {
    stdio: 'inherit',
    env: { ...process.env, PATH: pathWithPackages(folder) },
    // On Windows, the commands of packages are scripts, which only a shell starts.
    shell: process.platform === 'win32',
  });
  signals.passTo(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      resolve(code ?? codeOf(signal ?? 'SIGTERM'));
    });
    child.once('error', (error) => {
      reject(new UsageError(`The command '${name}' cannot be started: ${error.message}`, 'Install it, or correct it.'));
    });
  });
}

/** Returns a PATH with the commands of packages, as in a script of package.json. */
function pathWithPackages(folder: string): string {
  const bins: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    bins.push(join(current, 'node_modules', '.bin'));
    if (dirname(current) === current) break;
  }
  return [...bins, process.env['PATH'] ?? ''].join(delimiter);
}

function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
