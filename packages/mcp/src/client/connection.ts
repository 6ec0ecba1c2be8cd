import { createRequire } from 'node:module';
import { HaftError, type Logger } from '@haft/core';
import type { CallAttributes } from '@haft/runtime/telemetry';
import { Client, type Tool, type Transport } from '@modelcontextprotocol/client';
import { TASKS_EXTENSION } from '../tasks-extension.js';
import { dropMalformedTools } from './drop-malformed-tools.js';
import type { McpToolsetOptions } from './mcp-toolset-options.js';
import type { RefusedTool } from './mcp-toolset.js';
import { acceptTasks } from './tasks/accept-tasks.js';
import type { TaskConnection } from './tasks/end-of-task.js';
import { transportOf } from './transport-of.js';

/** A connection to a server. It connects on demand, and again after a loss. */
export class Connection implements TaskConnection {
  private current: Promise<Client> | undefined = undefined;
  private listing: Promise<readonly Tool[]> | undefined = undefined;
  private malformed: RefusedTool[] = [];
  private failures = 0;
  private waitUntil = 0;
  private lastFailure: HaftError | undefined = undefined;
  private closed = false;

  constructor(
    private readonly options: McpToolsetOptions,
    private readonly logger: Logger,
  ) {}

  /** The name of the toolset. */
  get name(): string {
    return this.options.name;
  }

  /** Answers a question to a person. Undefined without a user to ask. */
  get onElicit(): McpToolsetOptions['onElicit'] {
    return this.options.onElicit;
  }

  /**
   * Returns the client of an open connection. Concurrent callers share one attempt.
   *
   * @throws {HaftError} `HAFT_TOOLSET_FAILED` if the server cannot be reached. Soon after a
   *   failure, it throws without another attempt.
   */
  client(): Promise<Client> {
    return (this.current ??= this.connect());
  }

  /**
   * Returns the tools of the server. Reads them again after the server reported a change or the
   * connection was lost.
   */
  tools(): Promise<readonly Tool[]> {
    this.listing ??= this.list();
    return this.listing;
  }

  /** Returns the attributes of a call for its span, by the conventions of OpenTelemetry for MCP. */
  attributes(client: Client): CallAttributes {
    const { server } = this.options;
    const version = client.getNegotiatedProtocolVersion();
    const sessionId = client.transport?.sessionId;
    return {
      'mcp.method.name': 'tools/call',
      ...(version === undefined ? {} : { 'mcp.protocol.version': version }),
      ...(sessionId === undefined ? {} : { 'mcp.session.id': sessionId }),
      ...(typeof server === 'function'
        ? {}
        : 'url' in server
          ? addressOf(server.url)
          : { 'network.transport': 'pipe' }),
    };
  }

  /** Returns the tools of the last list that the SDK cannot read. */
  malformedTools(): readonly RefusedTool[] {
    return this.malformed;
  }

  /** Drops a lost connection. The next use connects again. */
  async drop(client: Client): Promise<void> {
    if ((await this.current?.catch(() => undefined)) === client) this.forget();
    await client.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    const client = await this.current?.catch(() => undefined);
    this.forget();
    await client?.close();
  }

  private forget(): void {
    this.current = undefined;
    this.listing = undefined;
  }

  private async list(): Promise<readonly Tool[]> {
    // Sets `listing` after `tools` has returned, because this code runs up to its first `await`
    // before.
    await Promise.resolve();
    const { listing } = this;
    try {
      const client = await this.client();
      this.malformed = [];
      // The list is cached here until the server reports a change.
      const { tools } = await client.listTools(undefined, { timeout: this.timeoutMs, cacheMode: 'refresh' });
      return tools;
    } catch (error) {
      if (this.listing === listing) this.listing = undefined;
      throw this.unreachable(error);
    }
  }

  private async connect(): Promise<Client> {
    // Sets `current` after `client` has returned, because this code runs up to its first `await`
    // before.
    await Promise.resolve();
    const attempt = this.current;
    try {
      this.refuseTooSoon();
      const client = await this.open(attempt);
      this.failures = 0;
      return client;
    } catch (error) {
      if (this.current === attempt) this.current = undefined;
      throw error;
    }
  }

  /**
   * Throws the last error until the wait is over, so that a run does not try to connect in every
   * step.
   */
  private refuseTooSoon(): void {
    if (this.closed) throw this.unreachable(new Error('The toolset was closed.'));
    if (Date.now() < this.waitUntil && this.lastFailure !== undefined) throw this.lastFailure;
  }

  private async open(attempt: Promise<Client> | undefined): Promise<Client> {
    const client = this.makeClient();
    client.onclose = () => {
      if (this.current !== attempt || this.closed) return;
      this.logger.warn(`The connection to the MCP server '${this.options.name}' was lost.`);
      this.forget();
    };
    client.onerror = (error) => {
      this.logger.debug(`MCP server '${this.options.name}': ${error.message}`);
    };
    let transport: Transport | undefined;
    try {
      transport = await transportOf(this.options.server);
      await client.connect(transport, { timeout: this.timeoutMs });
      dropMalformedTools(client.transport ?? transport, client.getProtocolEra(), (refused) => {
        this.malformed.push(refused);
      });
      acceptTasks(client.transport ?? transport);
      return client;
    } catch (error) {
      await client.close().catch(() => undefined);
      await transport?.close().catch(() => undefined);
      this.lastFailure = this.unreachable(error);
      this.waitUntil = Date.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures++);
      throw this.lastFailure;
    }
  }

  private makeClient(): Client {
    const { protocol = 'auto', onElicit, name } = this.options;
    const client = new Client(
      { name: 'haft', version: ownVersion() },
      {
        capabilities: {
          ...(onElicit === undefined ? {} : { elicitation: { form: {}, url: {} } }),
          extensions: { [TASKS_EXTENSION]: {} },
        },
        versionNegotiation: { mode: protocol === 'auto' || protocol === 'legacy' ? protocol : { pin: protocol } },
        listChanged: {
          tools: {
            autoRefresh: false,
            debounceMs: 0,
            onChanged: () => {
              this.listing = undefined;
            },
          },
        },
      },
    );
    if (onElicit !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => onElicit(params));
    client.setNotificationHandler('notifications/message', ({ params: { level, data } }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      this.logger[LOGGED_AS[level]](`MCP server '${name}': ${text}`);
    });
    return client;
  }

  private get timeoutMs(): number {
    return this.options.connectTimeoutMs ?? 30_000;
  }

  private unreachable(cause: unknown): HaftError {
    if (cause instanceof HaftError) return cause;
    const { name } = this.options;
    const message = `Toolset '${name}' could not return its tools: ${cause instanceof Error ? cause.message : String(cause)}`;
    return new HaftError('HAFT_TOOLSET_FAILED', message, {
      hint: 'Check that the MCP server runs and supports the `protocol` of the options. `cause` has its answer.',
      cause,
    });
  }
}

function addressOf(url: string | URL): CallAttributes {
  const { protocol, hostname, port } = new URL(url);
  return {
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  };
}

/** Returns the version for the server. Reads package.json, so that a release changes one place. */
function ownVersion(): string {
  const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
  return version;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

const LOGGED_AS = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
} as const;
