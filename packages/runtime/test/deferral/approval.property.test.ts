import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HaftError } from '@haft/core';
import {
  decision,
  MemoryLedger,
  type Decision,
  type DeferredHandler,
  type PendingRun,
  type Run,
  type Runtime,
} from '../../src/index.js';
import { openBank } from './bank.js';
import { programs, type PayProgram } from './program-tool.js';

/*
 * For all calls of a model, also of a program with inner calls, and for all decisions: no payment
 * over 100 runs without an approval of exactly that payment.
 */

const amount = fc.constantFrom(1, 100, 101, 500, 900);
const given: fc.Arbitrary<'approve' | 'deny' | 'wrong' | { readonly change: number } | 'nothing'> = fc.oneof(
  fc.constantFrom('approve' as const, 'deny' as const, 'wrong' as const, 'nothing' as const),
  fc.record({ change: amount }),
);
type Step =
  | { readonly do: 'call'; readonly amounts: readonly number[] }
  | {
      readonly do: 'resume';
      readonly given: readonly unknown[];
      readonly partial: boolean;
      readonly stale: boolean;
      readonly unknown: boolean;
    }
  | { readonly do: 'move'; readonly tamper: number | undefined; readonly stale: boolean }
  | { readonly do: 'program'; readonly program: PayProgram; readonly inline: readonly unknown[] | undefined }
  | { readonly do: 'twice'; readonly given: readonly unknown[]; readonly partial: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('call' as const), amounts: fc.array(amount, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    do: fc.constant('resume' as const),
    given: fc.array(given, { minLength: 1, maxLength: 4 }),
    partial: fc.boolean(),
    stale: fc.boolean(),
    unknown: fc.boolean(),
  }),
  fc.record({ do: fc.constant('move' as const), tamper: fc.option(amount, { nil: undefined }), stale: fc.boolean() }),
  fc.record({
    do: fc.constant('program' as const),
    program: fc.record({
      how: fc.constantFrom('series' as const, 'together' as const, 'batch' as const, 'nested' as const),
      amounts: fc.array(amount, { minLength: 1, maxLength: 3 }),
    }),
    inline: fc.option(fc.array(given, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('twice' as const),
    given: fc.array(given, { minLength: 1, maxLength: 3 }),
    partial: fc.boolean(),
  }),
);

class World {
  private readonly ledger = new MemoryLedger();
  readonly bank = openBank({ people: { decisionLedger: this.ledger } }, undefined, { more: [programs] });
  /** Another process with the same accounts and the same ledger. */
  private readonly other = openBank({ people: { decisionLedger: this.ledger } }, undefined, {
    more: [programs],
    bank: this.bank.bank,
  });
  run: Run = this.bank.run;
  /** Approvals that counted, by the amount that was approved. */
  readonly approved = new Map<number, number>();
  /** The approvals that were counted. A request approves a payment once. */
  private readonly counted = new Set<string>();
  /** Ids that were open once. */
  readonly old: string[] = [];
  pendings: PendingRun[] = [];
  calls = 0;

  async take(one: Step): Promise<void> {
    try {
      await this.tryTo(one);
    } catch (error) {
      if (!(error instanceof HaftError)) throw error;
    }
    this.check();
  }

  private async tryTo(one: Step): Promise<void> {
    if (one.do === 'call') {
      const calls = one.amounts.map((value) => ({
        id: `c${++this.calls}`,
        name: 'pay',
        arguments: { amount: value, pin: 'p' },
      }));
      await this.run.callAll(calls);
      this.pendings.push(this.plain());
      return;
    }
    if (one.do === 'resume') return this.resume(one);
    if (one.do === 'program') return this.program(one);
    if (one.do === 'twice') return this.twice(one);
    const pending = (one.stale ? this.pendings[0] : undefined) ?? this.plain();
    const text = JSON.stringify(pending);
    const tampered =
      one.tamper === undefined ? text : text.replaceAll(/"(amount":|amounts":\[)\d+/g, `"$1${one.tamper}`);
    const { run } = await this.anotherRuntime().resumeRun(JSON.parse(tampered) as PendingRun, {}, { partial: true });
    this.run = run;
  }

  private async resume({
    given: choices,
    partial,
    stale,
    unknown,
  }: Extract<Step, { readonly do: 'resume' }>): Promise<void> {
    const pending = this.run.pending();
    const more: Record<string, true> = {};
    if (stale && this.old[0] !== undefined) more[this.old[0]] = true;
    if (unknown) more['made-up'] = true;
    this.old.push(...pending.requests.map((request) => request.id));
    const decided = this.decide(pending, choices, more);
    await this.run.resume(decided, { partial });
  }

  /** Makes inner calls. A handler may decide about them while the program runs. */
  private async program({ program, inline }: Extract<Step, { readonly do: 'program' }>): Promise<void> {
    const onDeferred: DeferredHandler | undefined = inline && ((requests) => this.decide({ requests }, inline));
    await this.run.call({ id: `c${++this.calls}`, name: 'program', arguments: program }, { onDeferred });
    this.pendings.push(this.plain());
  }

  /** Resumes the same pending run in two processes. The run continues in the first. */
  private async twice({ given: choices, partial }: Extract<Step, { readonly do: 'twice' }>): Promise<void> {
    const pending = this.plain();
    const decided = this.decide(pending, choices);
    const settled = await Promise.allSettled(
      [this.bank.runtime, this.other.runtime].map((runtime) => runtime.resumeRun(pending, decided, { partial })),
    );
    for (const one of settled) if (one.status === 'fulfilled') this.run = one.value.run;
    for (const one of settled) if (one.status === 'rejected' && !(one.reason instanceof HaftError)) throw one.reason;
  }

  /** Decides about the requests of a pending run, and counts the approvals. */
  private decide(
    { requests }: Pick<PendingRun, 'requests'>,
    choices: readonly unknown[],
    more: Readonly<Record<string, true>> = {},
  ): Record<string, Decision | boolean> {
    const decided: Record<string, Decision | boolean> = {};
    requests.forEach(({ id }, index) => {
      const made = decisionOf(choices[index % choices.length]);
      if (made !== undefined) decided[id] = made;
    });
    Object.assign(decided, more);
    // An approval counts from the moment of the decision. A rejected decision only makes the test
    // more generous.
    for (const { id, arguments: args } of requests) {
      const made = decided[id];
      if (made === true) this.approve(id, args['amount']);
      else if (typeof made === 'object' && made.kind === 'approve') this.approve(id, made.arguments?.['amount']);
    }
    return decided;
  }

  private approve(id: string, value: unknown): void {
    const key = `${id} ${String(value)}`;
    if (this.counted.has(key)) return;
    this.counted.add(key);
    this.approved.set(value as number, (this.approved.get(value as number) ?? 0) + 1);
  }

  private anotherRuntime(): Runtime {
    return this.calls % 2 === 0 ? this.bank.runtime : this.other.runtime;
  }

  private plain(): PendingRun {
    return JSON.parse(JSON.stringify(this.run.pending())) as PendingRun;
  }

  private check(): void {
    const paid = new Map<number, number>();
    for (const line of this.bank.bank.done) {
      const value = Number(line.split(' ')[1]);
      paid.set(value, (paid.get(value) ?? 0) + 1);
    }
    for (const [value, times] of paid) {
      if (value > 100) expect([value, times <= (this.approved.get(value) ?? 0)]).toEqual([value, true]);
    }
  }
}

function decisionOf(choice: unknown): Decision | boolean | undefined {
  if (choice === 'approve') return true;
  if (choice === 'deny') return false;
  if (choice === 'wrong') return decision.result('forged');
  return choice === 'nothing'
    ? undefined
    : decision.approve({ arguments: { amount: (choice as { readonly change: number }).change } });
}

/** The number of sequences per run. Set `HAFT_FUZZ` for more. The law held for 10,000. */
const RUNS = Number(process.env['HAFT_FUZZ'] ?? 1_500);

describe('any sequence of calls, programs, decisions, moves to other processes and forgeries', () => {
  it(
    'executes nothing without an approval, and nothing twice [HITL-9, HITL-14, NEW-9, NEW-29]',
    async () => {
      let paid = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
          const world = new World();
          for (const one of steps) await world.take(one);
          paid += world.bank.bank.done.length;
        }),
        { numRuns: RUNS },
      );
      expect(paid).toBeGreaterThan(1_000);
    },
    120_000 + RUNS * 20,
  );
});
