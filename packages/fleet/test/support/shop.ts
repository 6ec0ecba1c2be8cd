import { join } from 'node:path';
import type { ToolDefinition, ToolOutcome } from '@haft/core';
import * as haft from '@haft/runtime';
import type { BackgroundTask, CallLedger, RunEvent, Runtime, RuntimeOptions } from '@haft/runtime';
import type { Fleet } from '../../src/index.js';
import { quietLogger } from './quiet-logger.js';

type ShopTools = (
  runtime: typeof haft,
  world: { execute(): never; reconcile(): never },
  version?: string,
) => ReturnType<typeof haft.toolset>;

const { shopTools } = (await import(join(import.meta.dirname, 'shop-tools.mjs'))) as { readonly shopTools: ShopTools };

/** Facts of a run. */
type RunOptions = Pick<NonNullable<Parameters<Runtime['startRun']>[0]>, 'signal' | 'tenantId'>;

/** The process that sends calls. Its tools are never executed here. */
export class Shop {
  readonly events: RunEvent[] = [];
  readonly runtime: Runtime;

  constructor(fleet: Fleet, ledger: CallLedger, options: RuntimeOptions & { readonly version?: string } = {}) {
    const { version, ...more } = options;
    const never = (): never => {
      throw new Error('A tool was executed by the sender.');
    };
    this.runtime = haft.createRuntime({
      toolsets: shopTools(haft, { execute: never, reconcile: never }, version),
      ...more,
      durability: { executor: (tool: ToolDefinition) => fleet.executor(tool), ledger, ...more.durability },
      observe: { logger: quietLogger(), onEvent: (event) => void this.events.push(event), ...more.observe },
      people: { pendingSecret: 'a secret of the tests that is long enough', ...more.people },
    });
  }

  /** Makes one call in a run of its own. `cents: 1` ends at once, 13 ends its worker. */
  async call(name: string, args: object = { cents: 1 }, options: RunOptions = {}): Promise<ToolOutcome> {
    const run = this.runtime.startRun({ userId: 'ann', ...options });
    try {
      return await run.call({ id: 'c1', name, arguments: args as never });
    } finally {
      await run.end();
    }
  }

  /** Makes a call of a background tool, and returns its task. */
  async begin(name: string, args: object = { cents: 5 }, options: RunOptions = {}): Promise<string> {
    const outcome = await this.call(name, args, options);
    if (outcome.status !== 'success') throw new Error(outcome.text);
    return (outcome.value as BackgroundTask).task;
  }

  /** Waits for the outcome of a task. */
  async ended(task: string, options: RunOptions = {}): Promise<ToolOutcome> {
    for (;;) {
      const outcome = await this.call('task_result', { task, waitSeconds: 20 }, options);
      if (outcome.text !== 'The task is running. Ask again later.') return outcome;
    }
  }
}
