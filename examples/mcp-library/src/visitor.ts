import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport, type Transport as Connection } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** A revision of the protocol, as the official client asks for it. */
export type Revision = '2025-11-25' | '2026-07-28';
/** How a client reaches the server. */
export type Transport = 'stdio' | 'http';

/** A client that is connected to a server process. */
export interface Visitor {
  readonly client: Client;
  /** Ends the process as a crash does: it finishes nothing. */
  kill(): Promise<void>;
  /** Ends the connection and the process in order. */
  leave(): Promise<void>;
}

/** Starts a server process with the data in a file, and connects the official client. */
export async function visit(transport: Transport, revision: Revision, file: string): Promise<Visitor> {
  const mode = revision === '2025-11-25' ? ('legacy' as const) : { pin: revision };
  const capabilities = revision === '2025-11-25' ? {} : { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const client = new Client({ name: 'visitor', version: '1.0.0' }, { versionNegotiation: { mode }, capabilities });
  return transport === 'stdio' ? overStdio(client, file) : overHttp(client, file);
}

const SERVER = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'server.js')];

async function overStdio(client: Client, file: string): Promise<Visitor> {
  const connection = new StdioClientTransport({ command: process.execPath, args: [...SERVER, file] });
  await client.connect(connection);
  acceptTasks(connection);
  const leave = (): Promise<void> => client.close();
  return {
    client,
    leave,
    async kill() {
      process.kill(connection.pid ?? fail('The server has no process.'), 'SIGKILL');
      await leave();
    },
  };
}

async function overHttp(client: Client, file: string): Promise<Visitor> {
  const child = spawn(process.execPath, [...SERVER, file, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  // No server outlives an example that fails.
  process.once('exit', () => child.kill('SIGKILL'));
  const connection = new StreamableHTTPClientTransport(new URL(await addressOf(child)));
  await client.connect(connection);
  acceptTasks(connection);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    await client.close();
  };
  return { client, kill: () => end('SIGKILL'), leave: () => end('SIGTERM') };
}

/** The place of a task in the result of a call. */
export const TASK = 'example/task';

/** Lets calls return tasks. Version 2.4 of the client rejects results of the type `task`. */
function acceptTasks(connection: Connection): void {
  const { onmessage: deliver } = connection;
  connection.onmessage = (message, extra) => {
    const isTask = 'result' in message && message.result['resultType'] === 'task';
    const result = isTask ? { resultType: 'complete', content: [], _meta: { [TASK]: message.result } } : undefined;
    deliver?.(result === undefined ? message : { ...message, result }, extra);
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout ?? fail('The server has no output.'))) {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  return fail('The server ended before it was ready.');
}

function fail(message: string): never {
  throw new Error(message);
}
