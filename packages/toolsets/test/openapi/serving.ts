import type { IncomingHttpHeaders } from 'node:http';
import { createRuntime, type Run, type RuntimeOptions } from '@haft/runtime';
import { openApiToolset, type OpenApiOptions, type OpenApiTools } from '../../src/openapi/index.js';
import { TestServer } from '../http/serve.js';

/** A request as the service gets it. */
export interface Recorded {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer of the service. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A real server on this machine that records requests. */
export class Service {
  readonly requests: Recorded[] = [];
  answer: (request: Recorded) => Answer = () => ({ body: '{}' });
  private readonly server = new TestServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const recorded = { method, url, headers, body: Buffer.concat(chunks).toString() };
      this.requests.push(recorded);
      const { status = 200, headers: own = { 'content-type': 'application/json' }, body = '' } = this.answer(recorded);
      response.writeHead(status, own).end(body);
    });
  });
  private readonly opened: OpenApiTools[] = [];

  async start(): Promise<this> {
    await this.server.start();
    return this;
  }

  get origin(): string {
    return this.server.origin;
  }

  get last(): Recorded | undefined {
    return this.requests.at(-1);
  }

  /** Forgets requests and answers of a test. */
  reset(): void {
    this.requests.length = 0;
    this.answer = () => ({ body: '{}' });
  }

  /** Returns the tools of a document whose service is this server. */
  tools(document: object, options: Partial<OpenApiOptions> = {}): OpenApiTools {
    const tools = openApiToolset(document, {
      name: 'service',
      baseUrl: this.origin,
      allowAddresses: ['127.0.0.1'],
      approve: 'none',
      ...options,
    });
    this.opened.push(tools);
    return tools;
  }

  /** Starts a run with the tools of a document. */
  run(document: object, options: Partial<OpenApiOptions> = {}, more: Partial<RuntimeOptions> = {}): Run {
    return createRuntime({ ...QUIET, toolsets: this.tools(document, options).toolset, ...more }).startRun();
  }

  async stop(): Promise<void> {
    await Promise.all(this.opened.map((tools) => tools.close()));
    await this.server.stop();
  }
}

const nothing = (): undefined => undefined;

/** Options of a runtime that logs nothing. */
export const QUIET = { observe: { logger: { debug: nothing, info: nothing, warn: nothing, error: nothing } } };

/** Returns a document with one operation. */
export function documentWith(path: string, method: string, operation: object, more: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { [path]: { [method]: operation } }, ...more };
}
