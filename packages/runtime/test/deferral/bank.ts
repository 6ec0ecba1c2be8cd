import {
  ApprovalRequired,
  CallDeferred,
  External,
  RequiresApproval,
  RunContext,
  ModelRetry,
  Sequential,
  Tool,
  Toolset,
  UserInput,
  Validate,
} from '@haft/core';
import { createRuntime, type AnyToolset, type Run, type RunEvent, type RuntimeOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/** A bank with one tool for each way to wait. */
@Toolset()
class Bank {
  readonly done: string[] = [];

  @Tool()
  @RequiresApproval(({ amount }: { amount: number }) => amount > 100)
  pay(amount: number, pin: string, run: RunContext): string {
    this.done.push(`pay ${amount} ${pin}`);
    return `paid ${amount}, ${JSON.stringify(run.approval?.metadata ?? null)}`;
  }

  @Tool()
  @External()
  transfer(amount: number): string {
    throw new Error(`never called with ${amount}`);
  }

  @Tool()
  lend(amount: number, run: RunContext): string {
    if (run.approval === undefined) throw new ApprovalRequired({ why: 'much' });
    this.done.push(`lend ${amount}`);
    return `lent ${amount}`;
  }

  @Tool()
  order(): string {
    throw new CallDeferred({ job: 7 });
  }

  @Tool()
  @Validate(({ amount }: { amount: number }) => {
    if (amount < 0) throw new ModelRetry('The amount is negative.');
    throw new ApprovalRequired({ why: 'validator' });
  })
  give(amount: number): string {
    this.done.push(`give ${amount}`);
    return `gave ${amount}`;
  }

  @Tool()
  @RequiresApproval()
  sign(text: string, @UserInput() code: string, @UserInput() copies = 1): string {
    this.done.push(`sign ${text}`);
    return `${text} ${code} ${copies}`;
  }

  @Tool()
  balance(): number {
    this.done.push('balance');
    return 7;
  }

  @Tool()
  @Sequential()
  @RequiresApproval()
  close(): string {
    this.done.push('close');
    return 'closed';
  }
}

const amount = { type: 'number' } as const;
const text = { type: 'string' } as const;

/** The module of the bank. `pay` may have another version. */
export const bankToolsets = (payAmount: object = amount) =>
  reflect(Bank, {
    pay: { parameters: { amount: payAmount, pin: text, run: {} }, sensitive: [['pin']] },
    transfer: { parameters: { amount }, result: text },
    lend: { parameters: { amount, run: {} } },
    order: {},
    give: { parameters: { amount } },
    sign: {
      parameters: {
        text,
        'input:code': { type: 'string', minLength: 3 },
        'input:copies?': { type: 'integer', default: 1 },
      },
    },
    balance: {},
    close: {},
  });

/** Returns a runtime of the bank, with its effects and its events. */
export function openBank(
  options: Partial<RuntimeOptions> = {},
  toolsets = bankToolsets(),
  { bank = new Bank(), more = [] }: { readonly bank?: Bank; readonly more?: readonly AnyToolset[] } = {},
) {
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => void events.push(event);
  const runtime = createRuntime({
    toolsets: [toolsets, bank, ...more],
    ...options,
    observe: { logger: quietLogger(), onEvent, ...options.observe },
  });
  const run: Run = runtime.startRun({ id: 'r1', userId: 'ada' });
  const decisions = () =>
    events.flatMap((event) => (event.type === 'decision' ? `${event.decision} ${event.result}` : []));
  return { bank, runtime, run, events, decisions };
}

/** The id of the only open request. */
export function onlyRequest(run: Run): string {
  const [request, ...others] = run.pending().requests;
  if (request === undefined || others.length > 0) throw new Error(`there are ${others.length + 1} requests`);
  return request.id;
}
