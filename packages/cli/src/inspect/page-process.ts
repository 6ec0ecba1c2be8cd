import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BuildNews, FromChild, StartMessage } from './messages.js';

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));
/** The time for the runtime of the project to load. */
const SLOWEST_START_MS = 60_000;
/** The time for a process to give its calls. One that is busy gives none. */
const LONGEST_EXPORT_MS = 5_000;
/** The time for the application to end. */
const LONGEST_END_MS = 2_000;

/** A process with the runtime of the project and its page. */
export class PageProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** The port of this machine that it serves. */
    readonly port: number,
  ) {}

  /**
   * Starts a process. Its output is that of this process.
   *
   * @param signal - ends the process, also while it starts
   * @throws {Error} if the runtime cannot be loaded
   */
  static async start(start: StartMessage['start'], signal: AbortSignal): Promise<PageProcess> {
    signal.throwIfAborted();
    const child = fork(CHILD, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    let started: PageProcess | undefined;
    const end = (): void => {
      if (started === undefined) child.kill('SIGKILL');
      else started.stop();
    };
    signal.addEventListener('abort', end);
    child.once('exit', () => {
      signal.removeEventListener('abort', end);
    });
    child.send({ start });
    try {
      const message = await nextMessage(child, SLOWEST_START_MS);
      if ('ready' in message) return (started = new PageProcess(child, message.ready));
      throw new Error('failed' in message ? message.failed : 'The process gave no port.');
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** Tells the page what a build found. */
  setBuild(build: BuildNews): void {
    if (this.child.connected) this.child.send({ build });
  }

  /** Gives the kept calls to another process, and ends. */
  async handOver(next: PageProcess): Promise<void> {
    if (this.child.connected) {
      this.child.send({ export: true });
      const message = await nextMessage(this.child, LONGEST_EXPORT_MS).catch(() => undefined);
      if (message !== undefined && 'exported' in message && message.exported !== '' && next.child.connected)
        next.child.send({ import: message.exported });
    }
    this.stop();
  }

  stop(): void {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGTERM');
    // An application may handle the signal and never end.
    const timer = setTimeout(() => this.child.kill('SIGKILL'), LONGEST_END_MS);
    this.child.once('exit', () => {
      clearTimeout(timer);
    });
  }
}

function nextMessage(child: ChildProcess, limitMs: number): Promise<FromChild> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      end(new Error(`The runtime was not loaded within ${limitMs / 1000} seconds.`));
    }, limitMs);
    const end = (result: FromChild | Error): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    const onMessage = (message: unknown): void => {
      end(message as FromChild);
    };
    const onExit = (code: number | null): void => {
      end(new Error(`The process ended with the code ${String(code)}.`));
    };
    child.on('message', onMessage).on('exit', onExit);
  });
}
