import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Run, RunOptions, Runtime } from '@haft/runtime';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { StateSeal } from '../elicitation/state-seal.js';
import type { McpOptions } from '../mcp-options.js';
import type { McpRequest } from '../mcp-request.js';
import { pageSizeOf } from './tool-page.js';

/** The run of a request: one that the host keeps, or a new one with these options. */
export interface RunHost {
  readonly kept: Run | undefined;
  readonly options: RunOptions;
}

/** The state that all connections of one endpoint share. */
export class McpService {
  readonly pageSize: number;
  readonly seal: StateSeal;
  /** Tells all clients that tools changed. */
  toolsChanged: () => void = () => undefined;
  /** The work in progress. */
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

  /** Runs `work` in the run of a request. A new run ends after it. */
  async inRun<T>({ kept, options }: RunHost, work: (run: Run) => Promise<T>): Promise<T> {
    if (kept !== undefined) return work(kept);
    const run = this.runtime.startRun(options);
    try {
      return await work(run);
    } finally {
      await run.end();
    }
  }

  /**
   * Returns the instructions of the toolsets for the model. If the host rejects a client, its first
   * call reports that.
   */
  async instructions(request: McpRequest): Promise<string> {
    try {
      return await this.inRun(await this.hostOf(request), (run) => run.instructions());
    } catch (error) {
      this.report(error);
      return '';
    }
  }

  /** Reports a mistake to the developer. Never throws. */
  report(error: unknown): void {
    this.tell(error, this.options.onError ?? toConsole);
  }

  /** Reports trouble with clients and connections to `onError`, if it is set. Never throws. */
  mention(error: unknown): void {
    this.tell(error, this.options.onError);
  }

  /**
   * Does the work of a request. Reports its error to the developer. The client only learns that
   * there was one.
   */
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

  /** Waits at most `ms` until no work is in progress and its results are on the way. */
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
      // A failing listener must not break a connection.
    }
  }
}

/** Not the standard output, which may be the connection. */
function toConsole(error: unknown): void {
  console.error('A request over MCP could not be answered.', error);
}
