import { CallSuspended, reconciled, type DeferredOutcome, type Reconciled, type RunContext } from '@haft/core';
import { createRuntime, defineTool, toolset, type CallLedger, type Runtime, type RuntimeOptions } from '@haft/runtime';

/** The world outside of a process: payments that took effect, by idempotency key. */
export class World {
  /** The answer of `reconcile` about a payment that is not there. */
  missing: Reconciled<{ paid: number }> = reconciled.notDone();

  constructor(readonly payments: { readonly cents: number; readonly key: string }[] = []) {}

  /** Called before each payment. */
  beforePay: (run: RunContext) => unknown = () => undefined;

  /**
   * Lets payments wait until their signal aborts.
   *
   * @returns a promise that resolves when the first payment waits
   */
  hangPayments(): Promise<void> {
    return new Promise((begun) => {
      this.beforePay = ({ signal }) =>
        new Promise((_resolve, reject) => {
          begun();
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        });
    });
  }

  pay(cents: number, key: string): { paid: number } {
    this.payments.push({ cents, key });
    return { paid: cents };
  }
}

interface Cents {
  readonly cents: number;
}

const parameters = {
  type: 'object',
  properties: { cents: { type: 'integer' } },
  required: ['cents'],
  additionalProperties: false,
} as const;

/** A process: a runtime with the tools of a bank. */
export function openBank(ledger: CallLedger, world: World, options: RuntimeOptions = {}): Runtime {
  const pay = async ({ cents }: Cents, run: RunContext): Promise<{ paid: number }> => {
    await world.beforePay(run);
    return world.pay(cents, run.idempotencyKey);
  };
  const approved = { approvals: [true as const], effect: {} };
  const tools = [
    defineTool({ name: 'pay', description: 'Pays.', parameters, execute: pay, settings: approved }),
    defineTool({ name: 'pay_now', description: 'Pays.', parameters, execute: pay, settings: { effect: {} } }),
    defineTool({
      name: 'pay_checked',
      description: 'Pays.',
      parameters,
      execute: pay,
      reconcile: (key: string) => {
        const found = world.payments.find((one) => one.key === key);
        return found === undefined ? world.missing : reconciled.done({ paid: found.cents });
      },
    }),
    defineTool({
      name: 'set_limit',
      description: 'Sets the limit.',
      parameters,
      hints: { idempotent: true },
      execute: pay,
      settings: { effect: {} },
    }),
    defineTool({ name: 'pay_twice', description: 'Pays twice.', parameters, execute: payTwice }),
  ];
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return createRuntime({
    toolsets: toolset('bank', tools),
    ...options,
    durability: { ledger, ...options.durability },
    observe: { logger, ...options.observe },
  });
}

/** Pays twice, each time after an approval. */
async function payTwice({ cents }: Cents, run: RunContext): Promise<string> {
  const done = (run.calls.resumed?.state as { readonly done?: readonly string[] } | undefined)?.done ?? [];
  const outcomes = run.calls.resumed?.outcomes ?? {};
  const paid = [...done];
  const waits: DeferredOutcome[] = [];
  for (const place of [1, 2]) {
    const id = `${run.callId}_${place}`;
    if (paid.includes(id)) continue;
    const outcome = outcomes[id] ?? (await run.calls.call({ id, name: 'pay', arguments: { cents: cents + place } }));
    if (outcome.status === 'deferred') waits.push(outcome);
    else paid.push(id);
  }
  if (waits.length > 0) throw new CallSuspended({ state: { done: paid }, waits: waits as never });
  return `paid ${paid.length} times`;
}

function ignore(): void {
  // The tests look at outcomes.
}
