import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerNode, HttpProblem, jsonResponse, problemResponse, type NodeMessage } from '@haft/durable/http';
import type { RecordedCall } from '@haft/core/report';
import type { Runtime } from '@haft/runtime';
import { PageRuns } from './calls/page-runs.js';
import { CallHistory, type KeptCalls } from './history/call-history.js';
import { CallCollector } from './history/collect-calls.js';
import { RecordedCalls } from './history/recorded-calls.js';
import { RunList } from './history/run-list.js';
import { checkedOptions, type InspectOptions } from './inspect-options.js';
import type { Access } from './server/access.js';
import { apiPathOf } from './server/api-path.js';
import { guard } from './server/guard.js';
import { pageFile } from './server/page-files.js';
import { hasLedger } from './server/ledger-runs.js';
import { answerApi, type Sources } from './server/routes.js';
import type { BuildFacts } from './tools/build-facts.js';

/** Facts of a request of Node that another framework has wrapped. */
export interface NodeFacts<Native = unknown> {
  /** The body that a parser has read. Default: `request.body`, else the body is read. */
  readonly body?: unknown;
  /** The value that `authorize` gets as `native`. Default: the request. */
  readonly native?: Native;
}

/** The page of a runtime, for a server. */
export interface Inspector<Native = unknown> extends AsyncDisposable {
  /** Answers a request of the fetch standard at any prefix, for Hono and others. */
  readonly fetch: (request: Request, native?: Native) => Promise<Response>;
  /** Answers a request of Node, for Express and `node:http`. A parser may have read the body. */
  readonly node: (request: IncomingMessage, response: ServerResponse, facts?: NodeFacts<Native>) => Promise<void>;
  /** Tells the page what a build knows. */
  setBuild(facts: BuildFacts): void;
  /** Returns the kept calls as JSON, for {@link Inspector.importCalls} of another process. */
  exportCalls(): string;
  /** Continues with the kept calls of a process before. */
  importCalls(json: string): void;
  /** Ends the collection, and the runs of the page. */
  close(): Promise<void>;
}

/**
 * Creates the page that shows the tools of a runtime, calls them, and decides about calls that
 * wait.
 * It sees the calls of this process from now on.
 *
 * @param runtime - the runtime of the application
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 * @example
 * const authorize = (request) => isAdmin(request) && { user: adminOf(request).id, deps };
 * const inspector = inspect(runtime, { hosts: ['localhost:3000'], authorize });
 * app.use('/inspect', inspector.node);
 */
export function inspect<Native = unknown>(runtime: object, options: InspectOptions<Native>): Inspector<Native> {
  return new RuntimeInspector(runtime as Runtime, options);
}

class RuntimeInspector implements Inspector<never> {
  private readonly history: CallHistory;
  private readonly collector: CallCollector;
  private readonly recorded: RecordedCalls;
  private readonly sources: Sources;
  private facts: BuildFacts = {};
  private readonly changeListeners = new Set<() => void>();

  constructor(runtime: Runtime, given: InspectOptions<never>) {
    const options = checkedOptions(given);
    this.history = new CallHistory(options.maxBytes);
    this.collector = new CallCollector(runtime, this.history);
    this.recorded = new RecordedCalls(runtime);
    this.sources = {
      runtime,
      options,
      history: this.history,
      recorded: this.recorded,
      runs: new RunList(runtime),
      pageRuns: new PageRuns(runtime, options.presets),
      build: () => this.facts,
      look: () => this.collector.look(),
      onChange: (listener) => {
        this.changeListeners.add(listener);
        return () => void this.changeListeners.delete(listener);
      },
    };
  }

  readonly fetch = async (request: Request, native?: unknown): Promise<Response> => {
    try {
      const access = await guard(request, this.sources.options, native);
      return await this.answer(request, access);
    } catch (error) {
      const response = problemResponse(error);
      if (response !== undefined) return response;
      this.sources.options.onError(error);
      const message = error instanceof Error ? error.message : String(error);
      return jsonResponse(500, { error: { code: 'INTERNAL', message } });
    }
  };

  readonly node = async (
    request: IncomingMessage,
    response: ServerResponse,
    { body = bodyOf(request), native = request }: NodeFacts = {},
  ): Promise<void> => {
    const { originalUrl } = request as IncomingMessage & { readonly originalUrl?: string };
    const asked = originalUrl === undefined ? request : withUrl(request, originalUrl);
    await answerNode(asked, response, body, (one) => this.fetch(one, native));
  };

  setBuild(facts: BuildFacts): void {
    this.facts = facts;
    for (const listener of this.changeListeners) listener();
  }

  exportCalls(): string {
    return JSON.stringify({ ...this.history.export(), recorded: this.recorded.list() });
  }

  importCalls(json: string): void {
    const { recorded = [], ...kept } = JSON.parse(json) as KeptCalls & { readonly recorded?: readonly RecordedCall[] };
    this.history.import(kept, hasLedger(this.sources.runtime));
    this.recorded.import(recorded);
  }

  async close(): Promise<void> {
    this.collector.close();
    this.recorded.close();
    this.sources.runs.close();
    await this.sources.pageRuns.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private async answer(request: Request, access: Access): Promise<Response> {
    const path = apiPathOf(request);
    if (path !== undefined) return answerApi({ sources: this.sources, request, access }, path);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpProblem(405, 'METHOD_NOT_ALLOWED', 'Use GET.', { allow: 'GET' });
    const { pathname, search } = new URL(request.url);
    const name = /\/((?:app\.js|app\.css|icon\.svg)?)$/.exec(pathname)?.[1];
    if (name !== undefined) return pageFile(name === '' ? 'index.html' : name);
    // Without the slash, the page would ask for its files one level up. A relative address never
    // leads to another host, as `//host/` would.
    const last = pathname.slice(pathname.lastIndexOf('/') + 1);
    return new Response(null, { status: 308, headers: { location: `./${last}/${search}` } });
  }
}

function bodyOf(request: IncomingMessage): unknown {
  return 'body' in request ? request.body : undefined;
}

function withUrl(request: IncomingMessage, url: string): NodeMessage {
  return new Proxy(request, {
    get: (target, key) => {
      if (key === 'url') return url;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}
