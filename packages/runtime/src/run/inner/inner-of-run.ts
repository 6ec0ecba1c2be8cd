import type { CallBatch, CallCheck, CheckOptions, InnerBatchOptions, InnerCallOptions } from '@haft/core';
import type { ToolCall, ToolOutcome } from '@haft/core';
import type { Call } from '../../call/call.js';
import { InnerBudgets } from '../../call/inner/inner-budgets.js';
import type { InnerPort } from '../../call/run-port.js';
import type { PendingRun } from '../deferral/pending-run.js';
import type { RunState } from '../state/run-state.js';
import { callInside } from './call-inside.js';
import { checkInside } from './check-inside.js';
import { InnerBatch } from './inner-batch.js';

/** The calls inside calls of a run. */
export class InnerOfRun implements InnerPort {
  private madeBudgets: InnerBudgets | undefined = undefined;

  constructor(
    private readonly run: RunState,
    private readonly from: PendingRun | undefined,
  ) {}

  get budgets(): InnerBudgets {
    return (this.madeBudgets ??= new InnerBudgets(this.from?.calls));
  }

  async call(parent: Call, request: ToolCall, options?: InnerCallOptions): Promise<ToolOutcome> {
    await this.run.ready('call', [request]);
    return callInside(this.run, parent, request, options);
  }

  async batch(parent: Call, requests: readonly ToolCall[], options: InnerBatchOptions = {}): Promise<CallBatch> {
    await this.run.ready('openBatch', requests);
    return new InnerBatch(this.run, parent, requests, options);
  }

  async check(_parent: Call, request: ToolCall, options?: CheckOptions): Promise<CallCheck> {
    await this.run.ready('check', [request]);
    return checkInside(this.run, request, options);
  }

  end(parent: Call, { status }: ToolOutcome): void {
    this.run.knownPaused?.endInner(parent, status);
    if (status !== 'deferred') this.madeBudgets?.end(parent.id);
  }
}
