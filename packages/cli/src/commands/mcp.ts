import { join } from 'node:path';
import { readJsonFile } from '../files/read-json-file.js';
import { loadMcp, type McpServer } from '../mcp/load-mcp.js';
import { stopRequested } from '../mcp/stop-requested.js';
import { takeStdout } from '../mcp/take-stdout.js';
import { loadRuntime } from '../project/load-runtime.js';
import { readSettings } from '../settings/read-settings.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft mcp`. */
export interface McpCommandOptions {
  /** The port for HTTP, instead of the standard input and output. `true` means 3000. */
  readonly http?: string | true;
  readonly host?: string;
}

/**
 * Serves the built project over the Model Context Protocol until the client disconnects or the
 * process receives a stop signal. As with `haft call`, runs get the export `runOptions` of the
 * runtime's module. The server gets the export `mcpOptions`.
 *
 * @throws {HaftError} `HAFT_NO_RUNTIME`, `HAFT_NO_MCP`
 */
export async function mcp(options: McpCommandOptions): Promise<number> {
  const port = portOf(options);
  // This must come before any code of the project runs.
  const output = port === undefined ? takeStdout() : undefined;
  const { folder } = await readSettings();
  const mcpPackage = await loadMcp(folder);
  const { runtime, runOptions, mcpOptions, close } = await loadRuntime();
  try {
    const server = mcpPackage.serveMcp(runtime, {
      ...(await identityOf(folder)),
      context: runOptions,
      onError: report,
      ...mcpOptions,
    });
    if (output !== undefined) await serveStdio(server, output);
    else await serveHttp(server, { port: port ?? 0, ...(options.host === undefined ? {} : { host: options.host }) });
    return 0;
  } finally {
    await close();
  }
}

async function serveStdio(server: McpServer, output: ReturnType<typeof takeStdout>): Promise<void> {
  const connection = server.connectStdio({ output });
  await Promise.race([connection.closed, stopRequested()]);
  await server.close();
  // If the client disconnects, the open input would keep the process alive.
  process.stdin.destroy();
}

async function serveHttp(server: McpServer, where: { port: number; host?: string }): Promise<void> {
  const listener = await server.listen(where);
  process.stderr.write(`Serving MCP at ${listener.url.href}\n`);
  await stopRequested();
  await server.close({ drainMs: DRAIN_MS });
  await listener.close();
}

const DRAIN_MS = 5_000;

function portOf({ http, host }: McpCommandOptions): number | undefined {
  if (http === undefined) {
    if (host === undefined) return undefined;
    throw new UsageError('--host was given without --http.', 'Write --http to serve over HTTP.');
  }
  const port = http === true ? 3000 : Number(http);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`'${String(http)}' is not a port.`, 'Write --http 3000, or --http 0 for a free port.');
}

/** Returns the name and version of the project, which become those of the server. */
async function identityOf(folder: string): Promise<object> {
  const { name, version } = (await readJsonFile(join(folder, 'package.json'))) as { name?: unknown; version?: unknown };
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof version === 'string' ? { version } : {}),
  };
}

function report(error: unknown): void {
  console.error(error);
}
