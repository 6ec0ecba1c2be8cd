import type { Run, RunOptions, Runtime } from '@haft/runtime';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { McpOptions } from '../mcp-options.js';
import type { McpRequest } from '../mcp-request.js';

/** What all connections of one endpoint share. */
export class McpService {
  readonly pageSize: number;

  constructor(
    readonly runtime: Runtime,
    readonly options: McpOptions,
  ) {
    this.pageSize = options.pageSize ?? 100;
  }

  /** What the host gives the run of a request. */
  async runOptions(request: McpRequest): Promise<RunOptions> {
    return (await this.options.context?.(request)) ?? {};
  }

  /** Does something in a run that ends with it. */
  async inRun<T>(options: RunOptions, work: (run: Run) => Promise<T>): Promise<T> {
    const run = this.runtime.startRun(options);
    try {
      return await work(run);
    } finally {
      await run.end();
    }
  }

  /** Tells the developer. Never throws. */
  report(error: unknown): void {
    try {
      this.options.onError?.(error);
    } catch {
      // Whoever listens must not break a connection.
    }
  }

  /** Does the work of a request; what it throws is for the developer, and the client only learns that something did. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      this.report(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    }
  }
}
