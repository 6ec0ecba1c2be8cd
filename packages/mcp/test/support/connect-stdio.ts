import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { atEnd, type Era } from './connect.js';

export interface StdioConnected {
  readonly client: Client;
  /** Returns the standard error of the process. */
  readonly errors: () => string;
  readonly pid: number;
}

/** The official transport kills a process that takes 2 seconds to end. This one waits. */
class PatientTransport extends StdioClientTransport {
  override async close(): Promise<void> {
    const child = Reflect.get(this, '_process') as ChildProcess | undefined;
    if (child === undefined || child.exitCode !== null) return super.close();
    const end = once(child, 'close');
    child.stdin?.end();
    await end;
  }
}

/** The official client, connected to a real process, until the end of the test. */
export async function connectProcess(...options: Parameters<typeof startProcess>): Promise<StdioConnected> {
  const connected = await startProcess(...options);
  atEnd(() => connected.client.close());
  return connected;
}

/** The official client, connected to a real process. The caller closes it. */
export async function startProcess(
  args: readonly string[],
  { versionNegotiation }: Era,
  { cwd, ...options }: ClientOptions & { cwd?: string } = {},
): Promise<StdioConnected> {
  const transport = new PatientTransport({
    command: process.execPath,
    args: [...args],
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  let errors = '';
  transport.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation, ...options });
  await client.connect(transport);
  return { client, errors: () => errors, pid: transport.pid ?? 0 };
}
