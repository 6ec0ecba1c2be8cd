import { requireKind, type ToolCall, type ToolDefinition, type ToolOutcome } from '@haft/core';
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
 * @typeParam Deps - the type of `deps` for every run
 * @example
 * constructor(private readonly haft: HaftService<Tools>) {}
 * const outcome = await this.haft.call('order_find', { id: 7 }, { userId });
 */
@Injectable()
export class HaftService<Tools = object, Deps = unknown> {
  constructor(@InjectRuntime() readonly runtime: Runtime<Tools, Deps>) {}

  /** Starts a run. The caller must end it. */
  startRun(...options: WithDeps<Deps, RunOptions<Deps>>): Run<Tools> {
    return this.runtime.startRun(...options);
  }

  /** Continues a run with open requests, as `runtime.resumeRun` does. */
  resumeRun(
    pending: PendingRun,
    decisions: Decisions,
    ...options: WithDeps<Deps, ResumeRunOptions<Deps>>
  ): Promise<ResumedRun<Tools>> {
    return this.runtime.resumeRun(pending, decisions, ...options);
  }

  /** Does some work in a separate run, which ends with it. */
  async inRun<Result>(
    work: (run: Run<Tools>) => Promise<Result>,
    ...options: WithDeps<Deps, RunOptions<Deps>>
  ): Promise<Result> {
    requireKind('The argument of HaftService.inRun()', work, 'a function');
    const run = this.startRun(...options);
    try {
      return await work(run);
    } finally {
      await run.end();
    }
  }

  /** Returns the tools that a model would see in the first step of such a run. */
  definitions(...options: WithDeps<Deps, RunOptions<Deps>>): Promise<readonly ToolDefinition[]> {
    return this.inRun((run) => run.definitions(), ...options);
  }

  /**
   * Executes a call of a model in a separate run. If the call may be deferred, use `startRun`: you
   * need its `pending()` to continue.
   */
  call(call: ToolCall, ...options: WithDeps<Deps, RunOptions<Deps>>): Promise<ToolOutcome>;
  /** Calls a tool by name, typed, in a separate run. */
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

  /** Executes the calls of one message in a separate run. */
  callAll(calls: readonly ToolCall[], ...options: WithDeps<Deps, RunOptions<Deps>>): Promise<readonly ToolOutcome[]> {
    return this.inRun((run) => run.callAll(calls), ...options);
  }

  /** Returns the statistics of each tool, in all runs. */
  statistics(): readonly ToolStatistics[];
  /** Returns the statistics of one tool. */
  statistics(tool: ToolName<Tools>): ToolStatistics;
  statistics(tool?: ToolName<Tools>): readonly ToolStatistics[] | ToolStatistics {
    return tool === undefined ? this.runtime.statistics() : this.runtime.statistics(tool);
  }
}
