import { HaftError } from '@haft/core';
import type { Decision, PendingCalls, Task, TaskOwner, Tasks } from '@haft/runtime';
import { callOfRun, type ResumableRun } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { LedgerTasks } from './ledger-tasks.js';
import { optionsToKeep } from './options-to-keep.js';

/** The tasks of a ledger for hosts. The tools for models share `LedgerTasks`. */
export class RuntimeTasks implements Tasks {
  constructor(
    private readonly keeper: LedgerKeeper,
    private readonly pending: PendingCalls,
  ) {}

  get(key: string, owner: TaskOwner): Promise<Task | undefined> {
    return this.asking(owner, (tasks) => tasks.read(key));
  }

  cancel(key: string, owner: TaskOwner): Promise<Task | undefined> {
    return this.asking(owner, async (tasks) => {
      const cancelled = await tasks.cancel(key);
      return cancelled && tasks.read(key);
    });
  }

  decide(key: string, request: string, decision: Decision, owner: TaskOwner): Promise<Task | undefined> {
    return this.asking(owner, async (tasks, run) => {
      const task = await tasks.read(key);
      if (task === undefined) return undefined;
      const call = task.requests.find((one) => one.request?.id === request);
      if (call === undefined) throw noRequest(key, request);
      const options = optionsToKeep(run.options);
      await this.pending.decide(call.key, decision, { ...options, request, execute: false });
      this.keeper.background.start(callOfRun(run, call.key), options);
      return tasks.read(key);
    });
  }

  /** Asks in the run of an owner, which knows the permissions for the tools of tasks. */
  private async asking<Answer>(
    owner: TaskOwner,
    ask: (tasks: LedgerTasks, run: ResumableRun) => Promise<Answer>,
  ): Promise<Answer> {
    const { run, isKept } = this.keeper.host.runOf(owner);
    try {
      await run.definitions();
      return await ask(new LedgerTasks(this.keeper, run.context), run);
    } finally {
      if (!isKept) await run.end();
    }
  }
}

function noRequest(key: string, request: string): HaftError {
  return new HaftError('HAFT_UNKNOWN_DECISION', `The task ${key} has no open request ${JSON.stringify(request)}.`, {
    hint: 'Use the ids of `requests` of runtime.tasks.get(). A request that is decided is not open.',
  });
}
