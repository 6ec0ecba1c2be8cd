import type {
  CallBatch,
  CallCheck,
  CheckOptions,
  FoundReference,
  InnerBatchOptions,
  InnerCallOptions,
  ResumedCallState,
  RunCalls,
  RunUsage,
  ToolCall,
  ToolDefinition,
  ToolOutcome,
} from '@haft/core';
import type { Call } from '../call.js';
import { requireCalls } from '../require-call.js';
import type { RunPort } from '../run-port.js';
import { requireInProgress } from './in-progress.js';

/** `run.calls` of a tool. */
export class CallsOfContext implements RunCalls {
  readonly #run: RunPort;
  readonly #call: Call | undefined;

  constructor(run: RunPort, call: Call | undefined) {
    this.#run = run;
    this.#call = call;
  }

  async call(request: ToolCall, options?: InnerCallOptions): Promise<ToolOutcome> {
    return this.#run.inner.call(this.#parent('call'), request, options);
  }
  async callAll(requests: readonly ToolCall[], options?: InnerBatchOptions): Promise<readonly ToolOutcome[]> {
    const call = this.#parent('callAll');
    requireCalls(requests, 'callAll');
    const batch = await this.#run.inner.batch(call, requests, options);
    const settled = await Promise.allSettled(requests.map((_, index) => batch.start(index)));
    batch.end();
    return settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }
  async openBatch(requests: readonly ToolCall[], options?: InnerBatchOptions): Promise<CallBatch> {
    const call = this.#parent('openBatch');
    requireCalls(requests, 'openBatch');
    return this.#run.inner.batch(call, requests, options);
  }
  async check(request: ToolCall, options?: CheckOptions): Promise<CallCheck> {
    return this.#run.inner.check(this.#parent('check'), request, options);
  }

  get resumed(): ResumedCallState | undefined {
    return this.#call?.decided.reentry?.resumed;
  }
  get usage(): RunUsage {
    const {
      factsFromOutside,
      counts: { calls, maxCalls },
    } = this.#run;
    if (this.#call !== undefined && factsFromOutside !== undefined) return factsFromOutside.usage;
    const state = this.#call?.state;
    const toolCalls = state?.counted.calls ?? 0;
    return Object.freeze({
      calls,
      callsLeft: left(maxCalls, calls),
      toolCalls,
      toolCallsLeft: left(state?.planned.maxCallsPerRun ?? Infinity, toolCalls),
    });
  }
  tools(): readonly ToolDefinition[] {
    return this.#run.toolbox.definitions();
  }
  findReference(id: string): Promise<FoundReference | undefined> {
    return this.#run.runtime.references.findForTool(this.#run, id);
  }
  halt(reason: string): void {
    this.#run.lifetime.halt(reason);
  }

  #parent(method: string): Call {
    return requireInProgress(this.#call, `calls.${method}`);
  }
}

function left(limit: number, used: number): number | undefined {
  return limit === Infinity ? undefined : Math.max(0, limit - used);
}
