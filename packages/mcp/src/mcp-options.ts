import type { DeferralRequest } from '@haft/core';
import type { PendingRun, Run, RunOptions } from '@haft/runtime';
import type { AuthInfo, AuthMetadataOptions } from '@modelcontextprotocol/server';
import type { McpRequest } from './mcp-request.js';

/**
 * Options of {@link serveMcp}.
 *
 * @typeParam Deps - the type of `run.deps` in tools
 */
export interface McpOptions<Deps = unknown> {
  /** The name of the server for clients. Default: `haft`. */
  readonly name?: string;
  /** The version of the server. Default: `0.0.0`. */
  readonly version?: string;
  /** A name for people. */
  readonly title?: string;
  /**
   * Returns the run options of a request: `deps`, `userId` and so on, from the headers or from the
   * result of `authenticate`. Called for every request. Throw to reject a request. The client does
   * not read the reason.
   */
  readonly context?: (request: McpRequest) => RunOptions<Deps> | Promise<RunOptions<Deps>>;
  /**
   * Returns the host's run for a request, instead of a new one. If all requests of a session or
   * user share a run, retry budgets, limits, `run.state` and found tools continue from call to
   * call. Haft does not end the run, and does not call `context`.
   */
  readonly run?: (request: McpRequest) => Run | undefined | Promise<Run | undefined>;
  /** The number of tools, resources or prompts in one page of a list. Default 100. */
  readonly pageSize?: number;
  /**
   * How long a client may cache the lists of tools, resources and prompts, in milliseconds
   * (2026-07-28). Default 0.
   */
  readonly listTtlMs?: number;
  /**
   * Whether lines of tools in `run.logger` go to the client, from the level that it requests.
   * Default false: the lines are for the developer, and may contain facts that no client should
   * read.
   */
  readonly logging?: boolean;
  /**
   * Returns how to ask the client's user about a waiting call. Return `false` if another person
   * must decide, because the holder of the client answers for its user. Default: asks every user in
   * English, with the arguments.
   */
  readonly ask?: (request: DeferralRequest) => AskOptions | false;
  /**
   * Called if a call waits and the client's user is not asked or cannot decide. If several inner
   * calls of one call wait, called for each request. Store `pending` to continue with
   * `runtime.resumeRun` elsewhere. The client gets an error result.
   */
  readonly onWaiting?: (request: DeferralRequest, pending: PendingRun) => void;
  /**
   * The secret that seals the state of a waiting call at the client, at least 32 bytes. Processes
   * that serve the same clients need the same secret and a shared `decisionLedger` of the runtime.
   * Default: random, valid for this process.
   */
  readonly stateSecret?: string;
  /**
   * Tasks of the protocol (extension `io.modelcontextprotocol/tasks`) for `@Background` tools.
   * `offer`: clients with the extension get tasks, other clients get a text and the tools `task_*`.
   * `require`: calls of such tools by other clients are errors. Default: `offer` if the runtime has
   * a ledger.
   */
  readonly tasks?: 'offer' | 'require' | false | TaskOptions;
  /**
   * Receives errors that no client sees: mistakes in wiring, broken connections, requests that the
   * SDK rejects. Default: mistakes go to the standard error.
   */
  readonly onError?: (error: unknown) => void;

  /**
   * The allowed hosts of requests (header `Host`), without port. The check keeps a page in a
   * browser from reaching a server on the same machine (DNS rebinding). Default: `localhost`,
   * `127.0.0.1` and `[::1]`. A server with another name must set it. `any` checks nothing.
   */
  readonly allowedHosts?: readonly string[] | 'any';
  /**
   * The allowed hosts of pages that send requests (header `Origin`), without scheme and port.
   * Default: those of the machine itself.
   */
  readonly allowedOrigins?: readonly string[] | 'any';
  /**
   * Returns the sender of an HTTP request. Undefined answers 401 with `WWW-Authenticate`. A
   * `Response` is the answer. `requireBearerAuth` of `@modelcontextprotocol/server` is compatible.
   * Default: every sender is allowed.
   */
  readonly authenticate?: (request: Request) => McpAuthentication | Promise<McpAuthentication>;
  /**
   * Whether a client may ask its user for a scope that its token lacks, for tools, resources and
   * prompts with `@Requires`. Such a tool is listed if `can` of the runtime allows it, and a call
   * is answered with 403 and all scopes of the tool. A function decides for each permission.
   * Default: false, so that the tool does not exist for the client.
   */
  readonly stepUp?: boolean | ((permission: string, request: McpRequest) => boolean | Promise<boolean>);
  /** Documents of OAuth that the endpoint serves and its challenges name (RFC 9728, RFC 8414). */
  readonly oauth?: AuthMetadataOptions;
  /**
   * Sessions of the 2025-11-25 protocol over HTTP, kept in memory. Without them, a server can
   * neither ask a user nor report changed tools. `false` serves each request separately.
   */
  readonly sessions?: SessionOptions | false;
  /** The largest body of an HTTP request, in bytes. Default 4 MiB. */
  readonly maxRequestBytes?: number;
}

/** Settings of tasks. */
export interface TaskOptions {
  /** Default: `offer`. */
  readonly mode?: 'offer' | 'require';
  /**
   * The time after which a client no longer sees a task, in milliseconds after its creation. Ended
   * rows stay in the ledger until `prune`. Default: as long as the row.
   */
  readonly ttlMs?: number;
  /** How long a client should wait between two questions, in milliseconds. Default 1,000. */
  readonly pollIntervalMs?: number;
}

/** The question to a person. */
export interface AskOptions {
  /** The text of the question. Default: the text of the request. */
  readonly message?: string;
  /** The name of the question in the protocol. Default: the kind of the request. */
  readonly key?: string;
}

/** The limits of sessions. */
export interface SessionOptions {
  /**
   * The number of sessions at the same time. At the limit, a user without a session gets 503.
   * Default 1,000.
   */
  readonly max?: number;
  /**
   * The number of sessions of one user (client and subject of `authenticate`). At the limit, the
   * user's own session with the longest idle time ends. Default: a tenth of `max`. Anonymous
   * clients count as one user, with `max` sessions.
   */
  readonly maxPerUser?: number;
  /** The time without a request after which a session ends, in milliseconds. Default 30 minutes. */
  readonly idleMs?: number;
}

/** The result of `authenticate`. */
export type McpAuthentication = AuthInfo | Response | undefined;
