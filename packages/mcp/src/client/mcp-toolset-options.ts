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
  /** For messages and for `definition.toolset`. */
  readonly name: string;
  /** Where the server is; a function makes a transport of the SDK anew for every connection. */
  readonly server: StdioServer | HttpServer | (() => Transport | Promise<Transport>);
  /** The tools that are taken, by the server's own names. Default: all. Naming one that the server does not have is an error. */
  readonly allow?: readonly string[] | ((tool: Tool) => boolean);
  /** Stands before every name, with `_` between. */
  readonly prefix?: string;
  /**
   * The definitions that somebody has accepted, as `pins()` gave them: any other is refused until `accept`. Default: the first
   * definition of each name counts as accepted, and a change of it is refused.
   */
  readonly pins?: Pins;
  /** What an error result of the server becomes: a retry, which spends the budget, or a failure. Default `retry`. */
  readonly errors?: 'retry' | 'failed';
  /**
   * `auto` asks the server first, which starts a stdio server one more time; `legacy` is a server of 2025-11-25 or earlier. Default
   * `auto`.
   */
  readonly protocol?: 'auto' | 'legacy' | '2026-07-28';
  /** For a connection and for a list of tools, in milliseconds. Default 30,000. A call has the deadline of its run. */
  readonly connectTimeoutMs?: number;
  /** Answers what the server asks a person in the middle of a call. Without it, the server is told that nobody can be asked. */
  readonly onElicit?: (params: ElicitRequestParams) => ElicitResult | Promise<ElicitResult>;
  /** Told of refused tools, lost connections and the server's own log. Default: warnings and errors to the console. */
  readonly logger?: Logger;
}

/** A server that is started as a process and spoken to over its standard input and output. */
export interface StdioServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** Beside the few variables that are safe to inherit (`PATH`, `HOME`, ...). */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Its standard error. Default `ignore`: `inherit` writes into that of this process. */
  readonly stderr?: 'inherit' | 'ignore';
}

/** A server that is spoken to over streamable HTTP. */
export interface HttpServer {
  readonly url: string | URL;
  /** Of every request. They never reach another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives tokens, or does OAuth, as the SDK does. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  readonly fetch?: FetchLike;
}
