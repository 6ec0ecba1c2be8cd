import { createRequire } from 'node:module';
import { HaftError, type Logger } from '@haft/core';
import { Client, type Tool, type Transport } from '@modelcontextprotocol/client';
import type { McpToolsetOptions } from './mcp-toolset-options.js';
import { transportOf } from './transport-of.js';

/** A connection to a server that is made when it is needed, and made anew when it was lost. */
export class Connection {
  private current: Promise<Client> | undefined = undefined;
  private listing: Promise<readonly Tool[]> | undefined = undefined;
  private failures = 0;
  private waitUntil = 0;
  private lastFailure: HaftError | undefined = undefined;
  private closed = false;

  constructor(
    private readonly options: McpToolsetOptions,
    private readonly logger: Logger,
  ) {}

  /**
   * The client of a connection that stands. Asked for at the same time, it is made once.
   *
   * @throws HaftError `HAFT_TOOLSET_FAILED` when the server cannot be reached; soon after a failure, without trying again
   */
  client(): Promise<Client> {
    return (this.current ??= this.connect());
  }

  /** The tools of the server; asked anew when it said that they changed, or when the connection was lost in between. */
  tools(): Promise<readonly Tool[]> {
    this.listing ??= this.list();
    return this.listing;
  }

  /** The connection is of no use any more; the next use makes another one. */
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
    // Set once `tools` has returned: this runs up to its first `await` before.
    await Promise.resolve();
    const { listing } = this;
    try {
      const client = await this.client();
      // What the server lets us keep is kept here, until it says that it changed.
      const { tools } = await client.listTools(undefined, { timeout: this.timeoutMs, cacheMode: 'refresh' });
      return tools;
    } catch (error) {
      if (this.listing === listing) this.listing = undefined;
      throw this.unreachable(error);
    }
  }

  private async connect(): Promise<Client> {
    // Set once `client` has returned: this runs up to its first `await` before.
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

  /** Whoever asks in every step of a run should not knock in every step. */
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
        capabilities: onElicit === undefined ? {} : { elicitation: { form: {}, url: {} } },
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
    const message = `Toolset '${name}' could not give its tools: ${cause instanceof Error ? cause.message : String(cause)}`;
    return new HaftError('HAFT_TOOLSET_FAILED', message, {
      hint: 'Look whether the MCP server is there and speaks the protocol that `protocol` says; `cause` is what it answered.',
      cause,
    });
  }
}

/** What the server is told. Read where it is written, so that a release changes one place. */
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
