import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../src/main.js');

/** The application in a process, as `npm run serve` starts it, with its data in a folder. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {}

  static async start(folder: string): Promise<ServerProcess> {
    const settings = { DATA_FOLDER: folder, PENDING_SECRET: 'a secret of the test', PORT: '0', LEASE_MS: '3000' };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface(child.stdout)) {
      const [, url] = /^Listening on (\S+)$/.exec(line) ?? [];
      if (url !== undefined) return new ServerProcess(child, url.replace('[::1]', 'localhost'));
    }
    throw new Error('The server ended before it listened.');
  }

  /** Ends the process as a crash does: it finishes nothing. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async send(user: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }> {
    const headers = { authorization: `Bearer token-of-${user}`, 'content-type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(this.url + path, { headers, ...post });
    return { status: response.status, body: await response.json() };
  }
}
