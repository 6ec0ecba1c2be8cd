import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Writable } from 'node:stream';
import { HaftError } from '@haft/core/errors';
import type { ProjectRuntime } from '../project/load-runtime.js';

/**
 * The part of `@haft/mcp` that `haft mcp` uses. The project installs it, so the command does not
 * depend on it.
 */
export interface McpPackage {
  serveMcp(runtime: ProjectRuntime, options: object): McpServer;
}

/** A server of `@haft/mcp`. */
export interface McpServer {
  listen(options: { port?: number; host?: string }): Promise<{ readonly url: URL; close(): Promise<void> }>;
  connectStdio(streams: { output: Writable }): { readonly closed: Promise<void>; close(): Promise<void> };
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/**
 * Loads the package that the project has installed.
 *
 * @throws {HaftError} `HAFT_NO_MCP` if it is not installed
 */
export async function loadMcp(folder: string): Promise<McpPackage> {
  const { resolve } = createRequire(join(folder, 'package.json'));
  let file: string;
  try {
    file = resolve('@haft/mcp');
  } catch (error) {
    throw new HaftError('HAFT_NO_MCP', 'haft mcp needs the package @haft/mcp, and this project has none.', {
      hint: 'Install it in the project: npm install @haft/mcp',
      cause: error,
    });
  }
  return (await import(pathToFileURL(file).href)) as McpPackage;
}
