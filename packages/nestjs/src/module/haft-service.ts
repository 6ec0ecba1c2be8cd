import type { ToolCall, ToolDefinition, ToolOutcome } from '@haft/core';
import type {
  Decisions,
  PendingRun,
  ResumedRun,
  ResumeRunOptions,
  Run,
  RunOptions,
  Runtime,
  ToolArguments,
  ToolName,
  ToolStatistics,
  WithDeps,
} from '@haft/runtime';
import { Injectable } from '@nestjs/common';
import { InjectRuntime } from './inject-runtime.js';

/**
 * Runs tools from anywhere in a Nest application.
 *
 * @typeParam Tools - the tools by name: `Tools` of the generated module
 * @typeParam Deps - what every run must be given as `deps`
 * @example
 * constructor(private readonly haft: HaftService<Tools>) {}
 * const outcome = await this.haft.call('order_find', { id: 7 }, { userId });
 */
@Injectable()
export class HaftService<Tools = object, Deps = unknown> {
  constructor(@InjectRuntime() readonly runtime: Runtime<Tools, Deps>) {}

  /** Starts a run; whoever starts it ends it. */
  startRun(...options: WithDeps<Deps, RunOptions<Deps>>): Run<Tools> {
    return this.runtime.startRun(...options);
  }

  /** Goes on with a run that waits, as `runtime.resumeRun`. */
  resumeRun(
    pending: PendingRun,
    decisions: Decisions,
    ...options: WithDeps<Deps, ResumeRunOptions<Deps>>
  ): Promise<ResumedRun<Tools>> {
    return this.runtime.resumeRun(pending, decisions, ...options);
  }

  /** Does some work in a run of its own, which ends with it. */
  async inRun<Result>(
    work: (run: Run<Tools>) => Promise<Result>,
    ...options: WithDeps<Deps, RunOptions<Deps>>
  ): Promise<Result> {
    const run = this.startRun(...options);
    try {
      return await work(run);
    } finally {
      await run.end();
    }
  }

  /** The tools that a model would be shown in the first step of such a run. */
  definitions(...options: WithDeps<Deps, RunOptions<Deps>>): Promise<readonly ToolDefinition[]> {
    return this.inRun((run) => run.definitions(), ...options);
  }

  /** Executes a call of a model in a run of its own. For what may be deferred, use `startRun`: its `pending()` is needed to go on. */
  call(call: ToolCall, ...options: WithDeps<Deps, RunOptions<Deps>>): Promise<ToolOutcome>;
  /** Calls a tool by name, typed, in a run of its own. */
  call<Name extends ToolName<Tools>>(
    name: Name,
    args: ToolArguments<Tools, Name>,
    ...options: WithDeps<Deps, RunOptions<Deps>>
  ): Promise<ToolOutcome>;
  call(first: ToolCall | string, ...rest: readonly unknown[]): Promise<ToolOutcome> {
    const [call, options] =
      typeof first === 'string' ? [{ name: first, arguments: rest[0] }, rest.slice(1)] : [first, rest];
    return this.inRun((run) => run.call(call), ...(options as WithDeps<Deps, RunOptions<Deps>>));
  }

  /** Executes the calls of one message in a run of their own. */
  callAll(calls: readonly ToolCall[], ...options: WithDeps<Deps, RunOptions<Deps>>): Promise<readonly ToolOutcome[]> {
    return this.inRun((run) => run.callAll(calls), ...options);
  }

  /** What was counted of each tool, in all runs. */
  statistics(): readonly ToolStatistics[];
  /** The same of one tool. */
  statistics(tool: ToolName<Tools>): ToolStatistics;
  statistics(tool?: ToolName<Tools>): readonly ToolStatistics[] | ToolStatistics {
    return tool === undefined ? this.runtime.statistics() : this.runtime.statistics(tool);
  }
}
