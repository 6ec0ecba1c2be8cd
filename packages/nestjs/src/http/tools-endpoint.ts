import type { PendingRun, Run, RunOptions } from '@haft/runtime';
import { Logger } from '@nestjs/common';
import type { HaftService } from '../module/haft-service.js';
import type { ToolsEndpointOptions } from './mount-options.js';
import { goneSignal, nodeExchange, type NestExchange } from './node-exchange.js';

/** Runs of HTTP requests. */
export class ToolsEndpoint {
  private readonly logger = new Logger('Haft');

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
    const pending = run.pending();
    if (pending.requests.length === 0) return {};
    const { onPending } = this.options;
    if (onPending === undefined) {
      if (!this.hasLedger()) this.warnOfLost(pending);
      return {};
    }
    return { pending: await onPending(pending, request as never, ...this.injected) };
  }

  /** A ledger keeps the request, so that a screen can decide it. */
  private hasLedger(): boolean {
    try {
      return typeof this.haft.runtime.pending === 'object';
    } catch {
      return false;
    }
  }

  private warnOfLost({ requests }: PendingRun): void {
    const tools = [...new Set(requests.map(({ tool }) => tool))].join(', ');
    this.logger.warn(
      `A call of ${tools} waits, but nothing keeps its request, so that no person can decide it. Give HaftHttpModule.mount \`onPending\`, or HaftModule a \`ledger\`.`,
    );
  }

  private async runOptions(request: object): Promise<RunOptions> {
    return (await this.options.runOptions?.(request as never, ...this.injected)) ?? {};
  }
}
