import { jest } from '@jest/globals';
import type { CallLedger, Runtime } from '@haft/runtime';
import { openBank, World } from '../calls/bank.js';
import type { Death } from './history.js';

/** A payment that took effect. */
export interface Payment {
  readonly key: string;
  readonly cents: number;
  readonly tool: string;
  readonly user: string;
}

/** The ledger and the payments, which live longer than a process. */
export interface Outside {
  readonly ledger: CallLedger;
  readonly payments: Payment[];
  /** The uses of the ledger that are in progress. */
  inProgress: number;
}

/** A process that dies at a step: a use of its ledger, or a payment. No work of it continues. */
export class MortalProcess {
  readonly runtime: Runtime;
  /** Resolves when it dies. */
  readonly died: Promise<'died'>;
  isDead = false;
  /** The user whose calls it makes now. The ledger refuses rows of others. */
  user: string | undefined = undefined;
  /** Uses of rows of another user. */
  readonly foreign: string[] = [];
  private end: (died: 'died') => void = () => undefined;
  private steps = 0;
  private death: Death | undefined = undefined;

  constructor(private readonly outside: Outside) {
    this.died = new Promise((resolve) => (this.end = resolve));
    this.runtime = openBank(this.ledger(), new PayingWorld(this, outside.payments));
  }

  /** Lets the process die at a step from now on. */
  willDie(death: Death | undefined): void {
    this.steps = 0;
    this.death = death;
  }

  /** Takes a step. It never ends if the process is dead. */
  async step<Result>(take: () => Result | Promise<Result>): Promise<Result> {
    const isLast = this.isDead || (this.death !== undefined && ++this.steps >= this.death.step);
    if (!isLast) return take();
    const takesEffect = !this.isDead && this.death?.isAfter === true;
    this.isDead = true;
    if (takesEffect) await take();
    this.end('died');
    return new Promise<never>(() => undefined);
  }

  /** The ledger as this process sees it. */
  private ledger(): CallLedger {
    const { ledger } = this.outside;
    return new Proxy(ledger, {
      get: (_target, name: string) => {
        const member: unknown = Reflect.get(ledger, name, ledger);
        // Tests set the clock of the processes, and not that of a server.
        if (name === 'now') return undefined;
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          this.note(name, given);
          return this.step(() => this.use(() => Reflect.apply(member, ledger, given) as unknown));
        };
      },
    });
  }

  private async use<Result>(take: () => Result | Promise<Result>): Promise<Result> {
    this.outside.inProgress++;
    try {
      return await take();
    } finally {
      this.outside.inProgress--;
    }
  }

  private note(name: string, given: readonly unknown[]): void {
    if (this.user === undefined || name === 'renew') return;
    for (const one of given.flat()) {
      const owner = (one as { readonly userId?: string } | undefined)?.userId;
      if (typeof one === 'object' && owner !== undefined && owner !== this.user) this.foreign.push(`${name} ${owner}`);
    }
  }
}

/** The payments of one process. */
class PayingWorld extends World {
  constructor(
    process: MortalProcess,
    private readonly all: Payment[],
  ) {
    super(all);
    this.beforePay = async (run) => {
      await process.step(() => undefined);
      this.facts.set(run.idempotencyKey, { tool: run.toolName, user: run.userId ?? '' });
    };
  }

  private readonly facts = new Map<string, { readonly tool: string; readonly user: string }>();

  override pay(cents: number, key: string): { paid: number } {
    const { tool, user } = this.facts.get(key) ?? { tool: 'unknown', user: 'unknown' };
    this.all.push({ key, cents, tool, user });
    return { paid: cents };
  }
}

/** Waits for a promise. The fake clock continues while no process uses the ledger. */
export async function inTime<T>(outside: Outside, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => (isSettled = true));
  settled.catch(() => undefined);
  for (let idle = 0; !isSettled;) {
    await new Promise((resolve) => setImmediate(resolve));
    idle = outside.inProgress > 0 ? 0 : idle + 1;
    if (idle > 3 && !isSettled) jest.advanceTimersByTime(50);
    if (idle > 20_000) throw new Error('The history does not end.');
  }
  return settled;
}
