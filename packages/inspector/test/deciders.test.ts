import { ApprovalRequired, type InterceptedCall, type Next, type RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { pendingHandler } from '@haft/durable/http';
import { humanToolset } from '@haft/toolsets/human';
import {
  combine,
  createRuntime,
  decision,
  defineTool,
  toolset,
  type CallRow,
  type Decision,
  type PendingRun,
  type Runtime,
  type Task,
} from '@haft/runtime';
import { call, open, post } from './support/client.js';
import { QUIET } from './support/shop.js';

/** The dependencies of the host of the person who decides. */
const DEPS = { database: 'of the host' };
const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** A call that waits, the runtime that decides about it, and what that runtime saw. */
class Waiting {
  readonly ledger = new MemoryCallLedger();
  readonly seen: (readonly [where: string, deps: unknown])[] = [];
  readonly runtime = this.open((where, { deps }) => this.seen.push([where, deps]));
  pending: PendingRun | undefined;

  /** Calls a tool in another process, which has other dependencies. */
  async start(tool: string): Promise<void> {
    const other = this.open(() => undefined);
    const run = other.startRun({ id: 'r', userId: 'ann', deps: 'of the other process' });
    await run.call({ id: 'c1', name: tool, arguments: argumentsOf(tool) });
    if (tool === 'pay_now') {
      // The other process ends in the middle of the call.
      const row = this.ledger.list({ runId: 'r', states: ['done'] })[0] as CallRow;
      this.ledger.prune({ before: Number.MAX_SAFE_INTEGER, limit: 10 });
      this.ledger.propose([{ ...row, state: 'running', lease: 'dead', leaseUntil: 1 }]);
      await other.recover({ idleMs: 0 });
    }
    this.pending = run.pending();
    await run.end();
    await until(() => this.ledger.list({ runId: 'r', states: ['awaiting', 'unknown_outcome'] }).length > 0);
  }

  async key(): Promise<string> {
    return (await this.runtime.pending.list()).calls[0]?.key ?? 'nothing waits';
  }

  private open(see: (where: string, run: RunContext) => void): Runtime {
    const execute = (_args: object, run: RunContext): string => {
      see('execute', run);
      return 'done';
    };
    const later = (args: object, run: RunContext): string => {
      if (run.approval === undefined) throw new ApprovalRequired();
      return execute(args, run);
    };
    const approval = (_args: object, run: RunContext): boolean => {
      see('approval', run);
      return true;
    };
    const base = { description: 'Does it.', parameters: NO_ARGUMENTS, execute };
    const tools = [
      defineTool({ ...base, name: 'pay', settings: { approvals: [approval], effect: {} } }),
      defineTool({ ...base, name: 'pay_now', settings: { effect: {} } }),
      defineTool({ ...base, name: 'pay_later', settings: { background: {} }, execute: later }),
      defineTool({ ...base, name: 'seal', settings: { external: true } }),
    ];
    const look = {
      around: 'call' as const,
      intercept: (call: InterceptedCall, next: Next) => {
        see('interceptor', call.run);
        return next();
      },
    };
    const toolsets = combine(toolset('office', tools), humanToolset()).filter((_definition, run) => {
      see('filter', run);
      return true;
    });
    const durability = { ledger: this.ledger };
    return createRuntime({ toolsets, durability, interceptors: [look], observe: { logger: QUIET } }) as Runtime;
  }
}

const argumentsOf = (tool: string): object => (tool === 'ask_user' ? { question: 'Which colour?' } : {});

/** Every kind of decision: the tool that waits for it, and the status of the call afterwards. */
const KINDS: Readonly<Record<keyof typeof decision, readonly [tool: string, decision: Decision, status: string]>> = {
  approve: ['pay', decision.approve({ arguments: {} }), 'success'],
  deny: ['pay', decision.deny('No.'), 'denied'],
  supply: ['ask_user', decision.supply({ answer: 'red' }), 'success'],
  result: ['seal', decision.result('sealed'), 'success'],
  fail: ['seal', decision.fail('No.'), 'failed'],
  retry: ['seal', decision.retry('Again.'), 'retry'],
  done: ['pay_now', decision.done('paid'), 'success'],
  again: ['pay_now', decision.again(), 'success'],
};

/** A way in which a person decides. */
interface Way {
  /** Decides about the call of a tool, with the dependencies of the host. Returns its status. */
  readonly decide: (waiting: Waiting, tool: string, decision: Decision) => Promise<unknown>;
  /** The only tool whose calls it decides. Default: all. */
  readonly only?: string;
  /** Whether it decides about calls with an unknown end. */
  readonly unknown: boolean;
}

const asOwner = () => ({ allow: true, scope: 'all', decidedBy: 'olga', deps: DEPS }) as const;

async function inInbox(waiting: Waiting, decided: Decision, options: Parameters<typeof open>[1]): Promise<unknown> {
  const inspector = open(waiting.runtime, options);
  const path = `haft-api/pending/${encodeURIComponent(await waiting.key())}/decision`;
  return statusOf(await post(inspector, path, { decision: decided }));
}

const WAYS: Readonly<Record<string, Way>> = {
  'runtime.pending.decide': {
    decide: async (waiting, _tool, decided) =>
      (await waiting.runtime.pending.decide(await waiting.key(), decided, { deps: DEPS })).status,
    unknown: true,
  },
  'runtime.resumeRun': {
    decide: async ({ runtime, pending }, _tool, decided) => {
      const id = pending?.requests[0]?.id ?? '';
      const { outcomes } = await runtime.resumeRun(pending as PendingRun, { [id]: decided }, { deps: DEPS as never });
      return outcomes[0]?.status;
    },
    unknown: false,
  },
  'runtime.tasks.decide': {
    decide: async ({ runtime, ledger }, _tool, decided) => {
      const { key = '' } = ledger.list({ runId: 'r', states: ['awaiting'] })[0] ?? {};
      const owner = { userId: 'ann', deps: DEPS as never };
      const id = (await runtime.tasks.get(key, owner))?.requests[0]?.request?.id ?? '';
      await runtime.tasks.decide(key, id, decided, owner);
      let task: Task | undefined;
      await until(async () => (task = await runtime.tasks.get(key, owner))?.outcome !== undefined);
      return task?.outcome?.status;
    },
    only: 'pay_later',
    unknown: false,
  },
  pendingHandler: {
    decide: async (waiting, _tool, decided) => {
      const handler = pendingHandler(waiting.runtime, { authorize: asOwner });
      const url = `http://localhost/pending/${encodeURIComponent(await waiting.key())}/decision`;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ decision: decided });
      return statusOf(await (await handler(new Request(url, { method: 'POST', headers, body }))).json());
    },
    unknown: true,
  },
  'the Inbox, as a user of the host': {
    decide: (waiting, _tool, decided) => inInbox(waiting, decided, { authorize: () => ({ user: 'olga', deps: DEPS }) }),
    unknown: true,
  },
  'the Inbox, with a preset': {
    decide: (waiting, _tool, decided) => inInbox(waiting, decided, { presets: { default: { deps: DEPS } } }),
    unknown: true,
  },
  'the page that made the call': {
    decide: async ({ runtime }, tool, decided) => {
      const inspector = open(runtime, { presets: { default: { deps: DEPS } } });
      const { number, outcome } = await call(inspector, tool, argumentsOf(tool));
      const { id } = (outcome as unknown as { readonly request: { readonly id: string } }).request;
      return statusOf(await post(inspector, `haft-api/calls/${number}/decision`, { decisions: { [id]: decided } }));
    },
    unknown: false,
  },
};

/** Lets the other processes work until a condition is true. */
async function until(isTrue: () => unknown): Promise<void> {
  for (let turn = 0; !(await isTrue()); turn++) {
    if (turn === 5_000) throw new Error('It stays so.');
    await new Promise(setImmediate);
  }
}

const statusOf = (body: unknown): unknown =>
  (body as { readonly outcome?: { readonly status: string } }).outcome?.status ?? body;

const CASES = Object.entries(WAYS).flatMap(([way, { only, unknown }]) =>
  Object.entries(KINDS).flatMap(([kind, [tool]]) => {
    if (tool === 'pay_now' && !unknown) return [];
    if (only !== undefined) return tool === 'pay' ? [[kind, way, only] as const] : [];
    return [[kind, way, tool] as const];
  }),
);

it.each(CASES)('decides %s by %s with the dependencies of the host [TSP-24]', async (kind, way, tool) => {
  const waiting = new Waiting();
  await waiting.start(tool);
  const [, decided, status] = KINDS[kind as keyof typeof KINDS];
  expect(await WAYS[way]?.decide(waiting, tool, decided)).toBe(status);
  const places = new Set(waiting.seen.map(([place]) => place));
  expect(places).toContain('filter');
  expect(places.has('execute')).toBe(['approve', 'again'].includes(kind));
  expect(waiting.seen.filter(([, deps]) => deps !== DEPS)).toEqual([]);
});
