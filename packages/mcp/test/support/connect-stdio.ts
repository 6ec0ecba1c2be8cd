import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { atEnd, type Era } from './connect.js';

export interface StdioConnected {
  readonly client: Client;
  /** Returns the standard error of the process. */
  readonly errors: () => string;
  readonly pid: number;
}

/** The official client, connected to a real process. */
export async function connectProcess(
  args: readonly string[],
  { versionNegotiation }: Era,
  { cwd, ...options }: ClientOptions & { cwd?: string } = {},
): Promise<StdioConnected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  let errors = '';
  transport.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation, ...options });
  await client.connect(transport);
  atEnd(() => client.close());
  return { client, errors: () => errors, pid: transport.pid ?? 0 };
}
