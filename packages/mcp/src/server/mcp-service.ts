import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Run, RunOptions, Runtime } from '@haft/runtime';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { StateSeal } from '../elicitation/state-seal.js';
import type { McpOptions } from '../mcp-options.js';
import type { McpRequest } from '../mcp-request.js';
import { pageSizeOf } from './tool-page.js';

/** Where a request is served: in a run that the host keeps, or in a fresh one with these options. */
export interface RunHost {
  readonly kept: Run | undefined;
  readonly options: RunOptions;
}

/** What all connections of one endpoint share. */
export class McpService {
  readonly pageSize: number;
  readonly seal: StateSeal;
  /** Tells all clients that tools changed. */
  toolsChanged: () => void = () => undefined;
  /** What is being worked on. */
  private readonly working = new Set<Promise<unknown>>();

  /** @throws HaftError `HAFT_INVALID_OPTION` */
  constructor(
    readonly runtime: Runtime,
    readonly options: McpOptions,
  ) {
    this.pageSize = pageSizeOf(options);
    this.seal = new StateSeal(options.stateSecret);
  }

  async hostOf(request: McpRequest): Promise<RunHost> {
    const kept = await this.options.run?.(request);
    return { kept, options: kept === undefined ? ((await this.options.context?.(request)) ?? {}) : {} };
  }

  /** Does something in the run of a request. A fresh one ends with it. */
  async inRun<T>({ kept, options }: RunHost, work: (run: Run) => Promise<T>): Promise<T> {
    if (kept !== undefined) return work(kept);
    const run = this.runtime.startRun(options);
    try {
      return await work(run);
    } finally {
      await run.end();
    }
  }

  /** What the toolsets want the model to know. A client that the host refuses is told of that by its first call. */
  async instructions(request: McpRequest): Promise<string> {
    try {
      return await this.inRun(await this.hostOf(request), (run) => run.instructions());
    } catch (error) {
      this.report(error);
      return '';
    }
  }

  /** Tells the developer of a mistake, which must not vanish. Never throws. */
  report(error: unknown): void {
    this.tell(error, this.options.onError ?? toConsole);
  }

  /** Tells who wants to know of trouble that clients and connections make. Never throws. */
  mention(error: unknown): void {
    this.tell(error, this.options.onError);
  }

  /** Does the work of a request; what it throws is for the developer, and the client only learns that something did. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    const done = work();
    this.working.add(done);
    try {
      return await done;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      this.report(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    } finally {
      this.working.delete(done);
    }
  }

  /** Waits until nothing is worked on, and what came of it is on its way; not longer than `ms`. */
  async drained(ms: number): Promise<void> {
    if (ms <= 0 || this.working.size === 0) return;
    const stop = new AbortController();
    const late = setTimeout(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.working), late]);
    stop.abort();
    await setImmediate();
  }

  private tell(error: unknown, listener: McpOptions['onError']): void {
    try {
      listener?.(error);
    } catch {
      // Whoever listens must not break a connection.
    }
  }
}

/** Not to the standard output, which may be the connection. */
function toConsole(error: unknown): void {
  console.error('A request over MCP could not be answered.', error);
}
