import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BuildNews, FromChild, StartMessage } from './messages.js';

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));
/** The time for the runtime of the project to load. */
const SLOWEST_START_MS = 60_000;
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
   * @param signal - ends the process while it starts
   * @throws {Error} if the runtime cannot be loaded
   */
  static async start(start: StartMessage['start'], signal: AbortSignal): Promise<PageProcess> {
    signal.throwIfAborted();
    const child = fork(CHILD, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const kill = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    child.send({ start });
    try {
      const message = await nextMessage(child);
      if ('ready' in message) return new PageProcess(child, message.ready);
      throw new Error('failed' in message ? message.failed : 'The process gave no port.');
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  }

  /** Resolves when the process has ended. */
  get ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.child.exitCode !== null || this.child.signalCode !== null) resolve();
      else
        this.child.once('exit', () => {
          resolve();
        });
    });
  }

  /** Tells the page what a build found. */
  setBuild(build: BuildNews): void {
    if (this.child.connected) this.child.send({ build });
  }

  /** Gives the kept calls to another process, and ends. */
  async handOver(next: PageProcess): Promise<void> {
    if (this.child.connected) {
      this.child.send({ export: true });
      const message = await nextMessage(this.child).catch(() => undefined);
      if (message !== undefined && 'exported' in message && message.exported !== '' && next.child.connected)
        next.child.send({ import: message.exported });
    }
    this.stop();
  }

  stop(): void {
    this.child.kill('SIGTERM');
    // An application may handle the signal and never end.
    const timer = setTimeout(() => this.child.kill('SIGKILL'), LONGEST_END_MS);
    this.child.once('exit', () => {
      clearTimeout(timer);
    });
  }
}

function nextMessage(child: ChildProcess): Promise<FromChild> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      end(new Error(`The runtime was not loaded within ${SLOWEST_START_MS / 1000} seconds.`));
    }, SLOWEST_START_MS);
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
