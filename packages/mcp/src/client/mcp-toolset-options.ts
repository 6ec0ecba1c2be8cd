import type { Logger } from '@haft/core';
import type {
  AuthProvider,
  ElicitRequestParams,
  ElicitResult,
  FetchLike,
  OAuthClientProvider,
  Tool,
  Transport,
} from '@modelcontextprotocol/client';
import type { Pins } from './pinned-definitions.js';

/** Options of {@link mcpToolset}. */
export interface McpToolsetOptions {
  /** The name in messages and in `definition.toolset`. */
  readonly name: string;
  /**
   * The address of the server, or a function that creates a transport of the SDK for every
   * connection.
   */
  readonly server: StdioServer | HttpServer | (() => Transport | Promise<Transport>);
  /** The tools to use, by the server's own names. Default: all. An unknown name is an error. */
  readonly allow?: readonly string[] | ((tool: Tool) => boolean);
  /** The first part of every name, separated by `_`. */
  readonly prefix?: string;
  /**
   * The accepted definitions, from `pins()`. Any other definition is rejected until `accept`.
   * Default: the first definition of each name is accepted, and a change of it is rejected.
   */
  readonly pins?: Pins;
  /**
   * Whether an error result of the server becomes a retry, which uses up the budget, or a failure.
   * A Haft server says itself which errors are failures. Default `retry`.
   */
  readonly errors?: 'retry' | 'failed';
  /**
   * `auto` asks the server first, which starts a stdio server one more time. `legacy` is for a
   * server of 2025-11-25 or earlier. Default `auto`.
   */
  readonly protocol?: 'auto' | 'legacy' | '2026-07-28';
  /**
   * The time limit for a connection and for a list of tools, in milliseconds. Default 30,000. A
   * call has the deadline of its run.
   */
  readonly connectTimeoutMs?: number;
  /**
   * Answers a question that the server asks a person during a call. Without it, the server learns
   * that there is no user to ask.
   */
  readonly onElicit?: (params: ElicitRequestParams) => ElicitResult | Promise<ElicitResult>;
  /**
   * Receives rejected tools, lost connections and the server's own log. Default: warnings and
   * errors go to the console.
   */
  readonly logger?: Logger;
}

/** A server that runs as a process and communicates over its standard input and output. */
export interface StdioServer {
  /** The program to start, found by the `PATH`. */
  readonly command: string;
  /** The arguments of the program. Default: none. */
  readonly args?: readonly string[];
  /** Added to the few variables that are safe to inherit (`PATH`, `HOME`, ...). */
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory. Default: that of this process. */
  readonly cwd?: string;
  /**
   * The standard error of the process. Default `ignore`. `inherit` writes to that of this process.
   */
  readonly stderr?: 'inherit' | 'ignore';
}

/** A server over streamable HTTP. */
export interface HttpServer {
  /** The address of the endpoint, such as `https://example.com/mcp`. */
  readonly url: string | URL;
  /** The headers of every request. They never reach another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Supplies tokens, or performs OAuth, as in the SDK. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  /** The function that sends all requests. Default: the global `fetch`. */
  readonly fetch?: FetchLike;
}
