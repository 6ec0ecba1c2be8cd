import { Readable } from 'node:stream';
import { Agent, request as undiciRequest } from 'undici';
import { ToolFailed, type RunContext } from '@haft/core';
import { AddressGuard } from '../../http/guard/address-guard.js';
import { AddressRefused } from '../../http/guard/address-refused.js';
import { guardedConnector } from '../../http/guard/guarded-connector.js';
import { errorCode } from '../../http/fetch/error-code.js';
import { ACCEPTED_ENCODINGS, readBody } from '../../http/fetch/read-body.js';
import { withDeadline } from '../../http/fetch/with-deadline.js';
import type { OpenApiSettings } from '../open-api-options.js';
import type { ServiceRequest } from '../request/write-request.js';

/** A response with its whole body. */
export interface ServiceResponse {
  readonly status: number;
  /** The header, or undefined. */
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

/** A response before its body is read. */
interface Arrived {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly stream: Readable;
  /** Encoding of the stream. `fetch` decodes bodies itself. */
  readonly encoding: string | undefined;
}

type Send = (request: ServiceRequest, signal: AbortSignal) => Promise<Arrived>;

/** Sends requests to one service. Follows no redirects. */
export class ServiceClient {
  private readonly agent: Agent | undefined;
  private readonly sender: Send;

  constructor(private readonly settings: OpenApiSettings) {
    const { fetch, allowAddresses, timeoutMs, resolve } = settings;
    this.agent =
      fetch === undefined
        ? new Agent({ connect: guardedConnector(new AddressGuard(allowAddresses), timeoutMs, resolve) })
        : undefined;
    this.sender = fetch === undefined ? this.guarded.bind(this) : byFetch(fetch);
  }

  /**
   * Sends a request within the time of the toolset and of the call.
   *
   * @throws {ToolFailed} if the service cannot be reached, is too slow, or sends too much
   */
  async send(request: ServiceRequest, run: RunContext): Promise<ServiceResponse> {
    const { timeoutMs, maxBytes, name } = this.settings;
    return withDeadline(timeoutMs, run.signal, async ({ signal, isOver }) => {
      try {
        const { status, header, stream, encoding } = await this.sender(request, signal);
        const body = await readBody({ stream, encoding, url: new URL(this.settings.baseUrl) }, maxBytes);
        return { status, header, body };
      } catch (error) {
        if (run.signal.aborted) throw run.signal.reason;
        if (isOver()) throw new ToolFailed(`The service did not answer within ${String(timeoutMs / 1000)} seconds.`);
        if (error instanceof ToolFailed) throw error;
        const hint = error instanceof AddressRefused ? 'Its address is private: see allowAddresses.' : undefined;
        run.logger.error(`The service of the toolset '${name}' cannot be reached.`, { error, ...(hint && { hint }) });
        const code = errorCode(error);
        throw new ToolFailed(`The service cannot be reached${code === undefined ? '' : ` (${code})`}.`, {
          cause: error,
        });
      }
    });
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.agent?.destroy();
  }

  private async guarded({ url, method, headers, body }: ServiceRequest, signal: AbortSignal): Promise<Arrived> {
    const { timeoutMs } = this.settings;
    const response = await undiciRequest(url, {
      method: method as 'GET',
      headers: { 'user-agent': 'haft', ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
      body: body ?? null,
      signal,
      ...(this.agent && { dispatcher: this.agent }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const header = (name: string): string | undefined => {
      const value = response.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    return { status: response.statusCode, header, stream: response.body, encoding: header('content-encoding') };
  }
}

function byFetch(fetch: typeof globalThis.fetch): Send {
  return async ({ url, method, headers, body }, signal) => {
    const response = await fetch(url, { method, headers, body: body ?? null, signal, redirect: 'manual' });
    const stream = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body);
    return {
      // A browser-like `fetch` hides redirects.
      status: response.type === 'opaqueredirect' ? 302 : response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      stream,
      encoding: undefined,
    };
  };
}
