import { afterEach } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { createRuntime, type AnyToolset, type RuntimeOptions } from '@haft/runtime';
import { serveMcp, type McpEndpoint, type McpOptions } from '../../src/index.js';
import { notesLog, notesTools, type NotesLog } from '../fixtures/notes-tools.mjs';

/** Both eras of the protocol, as the SDK's client asks for them. */
export const ERAS = [
  { era: '2025-11-25', versionNegotiation: { mode: 'legacy' } },
  { era: '2026-07-28', versionNegotiation: { mode: { pin: '2026-07-28' } } },
] as const;

export type Era = (typeof ERAS)[number];

const closers: (() => Promise<unknown>)[] = [];

/** Does something when the test is done, the last one first. */
export function atEnd(close: () => Promise<unknown>): void {
  closers.unshift(close);
}

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

export interface Served {
  readonly mcp: McpEndpoint;
  readonly log: NotesLog;
  readonly url: URL;
  /** The errors that `onError` received. */
  readonly errors: unknown[];
}

/** The tools of the fixture, served over real HTTP. */
export async function serveNotes(
  options: McpOptions = {},
  {
    toolsets,
    ...runtimeOptions
  }: Partial<RuntimeOptions> & { readonly toolsets?: (log: NotesLog) => AnyToolset[] } = {},
): Promise<Served> {
  const log = notesLog();
  const errors: unknown[] = [];
  const runtime = createRuntime({
    toolsets: toolsets?.(log) ?? [notesTools(log)],
    ...runtimeOptions,
    observe: { logger: SILENT, ...runtimeOptions.observe },
  });
  const mcp = serveMcp(runtime, {
    name: 'notes',
    version: '1.2.3',
    onError: (error) => errors.push(error),
    ...options,
  });
  const { url, close } = await mcp.listen({ port: 0 });
  atEnd(async () => {
    await mcp.close();
    await close();
    await runtime.dispose();
  });
  return { mcp, log, url, errors };
}

/** The official client, connected over real HTTP. */
export async function connect(
  url: URL,
  { versionNegotiation }: Era,
  { headers = {}, ...options }: ClientOptions & { headers?: Record<string, string> } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation, ...options });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  atEnd(() => client.close());
  return client;
}

const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };
