import { HaftError } from '@haft/core';
import type { Decision, PendingCalls, RunOptions, Task, TaskOwner, Tasks } from '@haft/runtime';
import { CallContext, type DurableHost } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import type { TaskOwner as OwnerFacts } from '../tasks/background-tasks.js';
import type { BackgroundCalls } from './background-calls.js';
import { LedgerTasks } from './ledger-tasks.js';

/** The parts of a runtime that its tasks need. */
export interface TasksSettings {
  readonly keeper: LedgerKeeper;
  readonly secret: string | undefined;
  readonly background: BackgroundCalls;
  readonly pending: PendingCalls;
  readonly runOf: DurableHost['runOf'];
}

/** The tasks of a ledger for hosts. The tools for models share `LedgerTasks`. */
export class RuntimeTasks implements Tasks {
  constructor(private readonly settings: TasksSettings) {}

  get(key: string, owner: TaskOwner): Promise<Task | undefined> {
    return this.asking(owner, (tasks, facts) => tasks.read(key, facts));
  }

  cancel(key: string, owner: TaskOwner): Promise<Task | undefined> {
    return this.asking(owner, async (tasks, facts) => {
      const cancelled = await tasks.cancel(key, facts);
      return cancelled && tasks.read(key, facts);
    });
  }

  decide(key: string, request: string, decision: Decision, owner: TaskOwner): Promise<Task | undefined> {
    return this.asking(owner, async (tasks, facts, { deps, metadata, permissions, onEvent }) => {
      const task = await tasks.read(key, facts);
      if (task === undefined) return undefined;
      const call = task.requests.find((one) => one.request?.id === request);
      if (call === undefined) throw noRequest(key, request);
      const { tenantId, userId } = facts;
      const options = {
        ...(deps === undefined ? {} : { deps }),
        ...(metadata === undefined ? {} : { metadata }),
        ...(permissions === undefined ? {} : { permissions }),
        ...(onEvent === undefined ? {} : { onEvent }),
      };
      await this.settings.pending.decide(call.key, decision, { ...options, request, execute: false });
      this.settings.background.start({ tenantId, userId, key: call.key }, options);
      return tasks.read(key, facts);
    });
  }

  /** Asks in the run of an owner, which knows the permissions for the tools of tasks. */
  private async asking<Answer>(
    owner: TaskOwner,
    ask: (tasks: LedgerTasks, facts: OwnerFacts, options: RunOptions) => Promise<Answer>,
  ): Promise<Answer> {
    const { keeper, secret, background, runOf } = this.settings;
    const { run, isKept } = runOf(owner);
    try {
      await run.definitions();
      const mayUse = (tool: string): Promise<boolean> => CallContext.permits(run.context, tool);
      const { tenantId = '', userId = '' } = run.options;
      const tasks = new LedgerTasks(keeper, secret, background, mayUse);
      return await ask(tasks, { tenantId, userId, runId: run.id }, run.options);
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
