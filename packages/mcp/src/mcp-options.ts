import type { DeferralRequest } from '@haft/core';
import type { PendingRun, Run, RunOptions } from '@haft/runtime';
import type { AuthInfo, AuthMetadataOptions } from '@modelcontextprotocol/server';
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
  /**
   * A run of the host's own for a request, instead of a fresh one: the same run for the requests of one session or user lets retry
   * budgets, limits, `run.state` and tools that were found go on from call to call. It is not ended. `context` is not asked then.
   */
  readonly run?: (request: McpRequest) => Run | undefined | Promise<Run | undefined>;
  /** Tools in one page of `tools/list`. Default 100. */
  readonly pageSize?: number;
  /** How long a client may keep what `tools/list` gave, in milliseconds (2026-07-28). Default 0. */
  readonly listTtlMs?: number;
  /**
   * Sends what tools write to `run.logger` to the client, from the level that it asks for. Default false: such lines are written for
   * the developer, and may say what no client should read.
   */
  readonly logging?: boolean;
  /**
   * How the user of the client is asked about a call that waits, or `false` where that is for somebody else to decide: whoever holds the
   * client answers for its user. Default: every user is asked, in English, with the arguments.
   */
  readonly ask?: (request: DeferralRequest) => AskOptions | false;
  /**
   * Told of calls that wait, when the client's user is not asked or cannot be, or when no person can decide. Keep `pending` to go on with
   * `runtime.resumeRun` elsewhere; the client got an error result.
   */
  readonly onWaiting?: (request: DeferralRequest, pending: PendingRun) => void;
  /**
   * Seals what a waiting call leaves with the client; at least 32 bytes. Processes that serve the same clients need the same, and a
   * `decisionLedger` of the runtime that they share. Default: random, good for this process.
   */
  readonly stateSecret?: string;
  /**
   * Told what goes wrong behind the scenes: mistakes in wiring, broken connections, requests that the SDK refuses. Default: mistakes go to
   * the standard error.
   */
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
  /** Documents of OAuth that the endpoint serves, and that its challenges name (RFC 9728, RFC 8414). */
  readonly oauth?: AuthMetadataOptions;
  /**
   * Sessions of the 2025-11-25 protocol over HTTP, kept in memory: without them a server can neither ask a user nor tell that its
   * tools changed. `false` serves each request alone.
   */
  readonly sessions?: SessionOptions | false;
  /** The largest body of an HTTP request, in bytes. Default 4 MiB. */
  readonly maxRequestBytes?: number;
}

/** How a person is asked. */
export interface AskOptions {
  readonly message?: string;
  /** The name of the question in the protocol. Default: the kind of the request. */
  readonly key?: string;
}

/** How many sessions there are, and how long. */
export interface SessionOptions {
  /** At the same time; the one that was idle longest makes room for a new one. Default 1,000. */
  readonly max?: number;
  /** After how long without a request a session ends, in milliseconds. Default 30 minutes. */
  readonly idleMs?: number;
}

/** What `authenticate` answers. */
export type McpAuthentication = AuthInfo | Response | undefined;
