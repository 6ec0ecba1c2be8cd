import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Processes of one program, which take half a second to start. One that a test leaves alive serves
 * the next test.
 */
export class ReusedProcesses {
  readonly #all = new Set<ChildProcess>();
  readonly #idle: ChildProcess[] = [];

  constructor(private readonly program: string) {}

  start(options: object): ChildProcess {
    const child =
      this.#idle.pop() ?? fork(this.program, { execArgv: [], env: { ...process.env, NODE_NO_WARNINGS: '1' } });
    this.#all.add(child);
    child.send({ start: options });
    return child;
  }

  /** Lets a process stop what it does, and keeps it for the next start. */
  async giveBack(child: ChildProcess): Promise<void> {
    if (hasEnded(child)) return;
    const stopped = new Promise<void>((resolve) => {
      child.removeAllListeners('message').on('message', ({ type }: { type: string }) => {
        if (type === 'stopped') resolve();
      });
    });
    child.send('stop');
    await stopped;
    child.removeAllListeners('message');
    this.#idle.push(child);
  }

  /** Ends all processes. */
  end(): void {
    for (const child of this.#all) child.kill('SIGKILL');
  }
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Resolves when a process has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}
