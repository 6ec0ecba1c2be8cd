import type { CallRef } from '../../ledger/owner.js';
import type { RunContext, ToolOutcome, ToolResult } from '@haft/core';
import type { BackgroundPort } from '../../call/run-port.js';
import type { PlainCall } from '../../ledger/call-executor.js';
import type { TaskAnswers, TaskArguments, TaskToolName } from '../../toolsets/tasks/task-answers.js';
import type { ExecuteCallOptions, QueuedCalls } from '../executor/execute-call.js';
import { loadOnDemand } from '../load-on-demand.js';
import type { RunOptions } from '../run-options.js';
import type { BackgroundCalls, BackgroundSettings } from './background-calls.js';

/** The background calls of a runtime. Loads their code when it is needed. */
export class LazyBackground implements BackgroundPort, QueuedCalls, TaskAnswers {
  private calls: BackgroundCalls | undefined = undefined;
  private isDisposed = false;

  constructor(private readonly settings: BackgroundSettings) {}

  /** Whether this process executes calls. */
  get isActive(): boolean {
    return this.settings.limit > 0;
  }

  start(call: CallRef, options: RunOptions): boolean {
    if (!this.isActive) return false;
    if (this.calls === undefined) void this.startLater(call, options);
    else this.calls.start(call, options);
    return true;
  }

  async executeQueued(call: PlainCall, options: ExecuteCallOptions): Promise<ToolOutcome> {
    return (await this.load()).executeQueued(call, options);
  }

  async answer(tool: TaskToolName, args: TaskArguments, run: RunContext): Promise<ToolResult> {
    const { answerTask, LedgerTasks } = await loadOnDemand();
    const { keeper, secret } = this.settings;
    return answerTask(new LedgerTasks(keeper, secret, await this.load()), tool, args, run);
  }

  /** Stops the calls. Their rows stay `running`, so that another process continues them. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.calls?.dispose();
  }

  private async startLater(call: CallRef, options: RunOptions): Promise<void> {
    try {
      const calls = await this.load();
      if (!this.isDisposed) calls.start(call, options);
    } catch (error) {
      this.settings.logger.error(`The background call ${call.key} was not executed.`, { error });
    }
  }

  private async load(): Promise<BackgroundCalls> {
    const { BackgroundCalls } = await loadOnDemand();
    return (this.calls ??= new BackgroundCalls(this.settings));
  }
}
