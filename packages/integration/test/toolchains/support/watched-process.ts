import { spawn, type ChildProcess } from 'node:child_process';

/** A process that runs until it is stopped, with all its children. */
export class WatchedProcess {
  private output = '';
  private readonly ended: Promise<unknown>;
  private tell: () => void = () => undefined;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.tell();
      });
    }
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  /** Runs a file with this Node, as the leader of a group of its own. */
  static node(args: readonly string[], folder: string): WatchedProcess {
    const { NODE_OPTIONS: _ours, ...environment } = process.env;
    const env = { ...environment, FORCE_COLOR: '0' };
    return new WatchedProcess(spawn(process.execPath, args, { cwd: folder, env, detached: true }));
  }

  /** Waits until it has printed a text since the last time. */
  async prints(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      const news = new Promise<'news'>((resolve) => {
        this.tell = () => resolve('news');
      });
      if ((await Promise.race([news, this.ended])) !== 'news')
        throw new Error(`It ended without '${text}':\n${this.output}`);
    }
    this.output = this.output.slice(this.output.indexOf(text) + text.length);
  }

  async stop(): Promise<void> {
    if (this.child.pid !== undefined && this.child.exitCode === null) process.kill(-this.child.pid, 'SIGTERM');
    await this.ended;
  }
}
