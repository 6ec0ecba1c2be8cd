import type { RunOptions } from '@haft/runtime';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { McpRequest } from './mcp-request.js';

/**
 * Options of {@link serveMcp}.
 *
 * @typeParam Deps - what tools read as `run.deps`
 */
export interface McpOptions<Deps = unknown> {
  /** What the server calls itself. Default: `haft`. */
  readonly name?: string;
  /** Default: `0.0.0`. */
  readonly version?: string;
  /** A name for people. */
  readonly title?: string;
  /**
   * What the run of a request is given: `deps`, `userId` and so on, from the headers or from what `authenticate` found. Asked for
   * every request. Throw to refuse one: the client reads no reason.
   */
  readonly context?: (request: McpRequest) => RunOptions<Deps> | Promise<RunOptions<Deps>>;
  /** Tools in one page of `tools/list`. Default 100. */
  readonly pageSize?: number;
  /** Told what goes wrong behind the scenes: wiring mistakes, broken connections, refused requests. Default: nobody. */
  readonly onError?: (error: unknown) => void;

  /**
   * Names of hosts, without port, that a request may be sent to (header `Host`): what keeps a page in a browser from reaching a
   * server on the same machine (DNS rebinding). Default: those of the machine itself (`localhost`, `127.0.0.1`, `[::1]`). A server
   * that is reached by another name must say so; `any` checks nothing.
   */
  readonly allowedHosts?: readonly string[] | 'any';
  /** Names of hosts, without scheme and port, whose pages may send requests (header `Origin`). Default: those of the machine itself. */
  readonly allowedOrigins?: readonly string[] | 'any';
  /**
   * Who sends an HTTP request: undefined answers 401 with `WWW-Authenticate`; a `Response` is the answer. `requireBearerAuth` of
   * `@modelcontextprotocol/server` fits. Default: everybody may send.
   */
  readonly authenticate?: (request: Request) => McpAuthentication | Promise<McpAuthentication>;
  /** The largest body of an HTTP request, in bytes. Default 4 MiB. */
  readonly maxRequestBytes?: number;
}

/** What `authenticate` answers. */
export type McpAuthentication = AuthInfo | Response | undefined;
