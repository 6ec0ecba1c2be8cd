import type { Run, RunOptions } from '@haft/runtime';
import type { HaftService } from '../module/haft-service.js';
import type { ToolsEndpointOptions } from './mount-options.js';
import { goneSignal, nodeExchange, type NestExchange } from './node-exchange.js';

/** Runs of HTTP requests. */
export class ToolsEndpoint {
  constructor(
    private readonly haft: HaftService,
    private readonly options: ToolsEndpointOptions,
    private readonly injected: readonly never[],
  ) {}

  /** Does the work of one request in a run that ends with it, or with the client. */
  async inRun<Result>(exchange: NestExchange, work: (run: Run) => Promise<Result>): Promise<Result> {
    const options = await this.runOptions(exchange.request);
    const { signal, stop } = goneSignal(nodeExchange(exchange), options.signal);
    try {
      return await this.haft.inRun(work, { ...options, signal });
    } finally {
      stop();
    }
  }

  /**
   * Returns the facts about open requests for the client. Empty if there are none, or if the
   * application does not store them.
   */
  async pendingOf(run: Run, request: object): Promise<{ readonly pending?: unknown }> {
    const { onPending } = this.options;
    if (onPending === undefined) return {};
    const pending = run.pending();
    if (pending.requests.length === 0) return {};
    return { pending: await onPending(pending, request as never, ...this.injected) };
  }

  private async runOptions(request: object): Promise<RunOptions> {
    return (await this.options.runOptions?.(request as never, ...this.injected)) ?? {};
  }
}
