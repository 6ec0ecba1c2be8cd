import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const FOLDER = join(import.meta.dirname, '../../src');

/** A process of the application with its data in a folder, as `npm run` starts it. */
export class BackofficeProcess {
  protected constructor(private readonly child: ChildProcess) {}

  /** Starts the worker. */
  static async worker(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<BackofficeProcess> {
    const child = run('worker.js', folder, { settings });
    await lineOf(child, /^The worker takes reports/);
    return new BackofficeProcess(child);
  }

  /** Queues the nightly reports, as cron does. Returns the id of each task, by its user. */
  static async nightly(folder: string, day: string): Promise<ReadonlyMap<string, string>> {
    const child = run('nightly.js', folder, { args: [day] });
    let printed = '';
    child.stdout?.on('data', (text: Buffer) => (printed += text.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`The nightly process ended with ${code}.`);
    const lines = printed.matchAll(/^(\w+): .*\b(c_[0-9a-f]+)/gm);
    return new Map([...lines].map(([, user = '', task = '']) => [user, task]));
  }

  /** Ends the process as a crash does: it finishes nothing. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

/** The server. */
export class ServerProcess extends BackofficeProcess {
  private constructor(
    child: ChildProcess,
    private readonly url: string,
  ) {
    super(child);
  }

  static async start(folder: string): Promise<ServerProcess> {
    const child = run('main.js', folder);
    const [, url = ''] = await lineOf(child, /^Listening on (\S+)$/);
    return new ServerProcess(child, url.replace('[::1]', 'localhost'));
  }

  async send(user: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }> {
    const headers = { authorization: `Bearer token-of-${user}`, 'content-type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(this.url + path, { headers, ...post });
    return { status: response.status, body: await response.json() };
  }

  /** Calls a tool, and returns its value. */
  async call(user: string, name: string, args: object = {}): Promise<unknown> {
    const { body } = await this.send(user, '/tools/call', { name, arguments: args });
    return (body as { outcome: { value: unknown } }).outcome.value;
  }
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

function run(file: string, folder: string, { args = [], settings = {} }: RunOptions = {}): ChildProcess {
  const common = { DATA_FOLDER: folder, PENDING_SECRET: 'a secret of the test', PORT: '0', LEASE_MS: '3000' };
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(FOLDER, file), ...args], {
    env: { ...process.env, ...common, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function lineOf({ stdout }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  if (stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface(stdout)) {
    const found = pattern.exec(line);
    if (found !== null) return found;
  }
  throw new Error('The process ended before it was ready.');
}
