import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HaftError } from '@haft/core';
import { decision, type Decision, type PendingRun, type Run } from '../../src/index.js';
import { openBank } from './bank.js';

/*
 * For all calls of a model and all decisions: no payment over 100 runs without an approval of
 * exactly that payment.
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
  | { readonly do: 'move'; readonly tamper: number | undefined; readonly stale: boolean };
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
);

class World {
  readonly bank = openBank();
  run: Run = this.bank.run;
  /** Approvals that counted, by the amount that was approved. */
  readonly approved = new Map<number, number>();
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
    const pending = (one.stale ? this.pendings[0] : undefined) ?? this.plain();
    const text = JSON.stringify(pending);
    const tampered = one.tamper === undefined ? text : text.replaceAll(/"amount":\d+/g, `"amount":${one.tamper}`);
    const { run } = await this.bank.runtime.resumeRun(JSON.parse(tampered) as PendingRun, {}, { partial: true });
    this.run = run;
  }

  private async resume({
    given: choices,
    partial,
    stale,
    unknown,
  }: Extract<Step, { readonly do: 'resume' }>): Promise<void> {
    const { calls, requests } = this.run.pending();
    const decided: Record<string, Decision | boolean> = {};
    requests.forEach((request, index) => {
      const made = decisionOf(choices[index % choices.length]);
      if (made !== undefined) decided[request.id] = made;
    });
    if (stale && this.old[0] !== undefined) decided[this.old[0]] = true;
    if (unknown) decided['made-up'] = true;
    this.old.push(...requests.map((request) => request.id));
    // An approval counts from the moment of the decision. A rejected decision only makes the test
    // more generous.
    for (const { open } of calls) {
      const made = open === undefined ? undefined : decided[open.request.id];
      if (made === true) this.approve(open?.arguments['amount']);
      else if (typeof made === 'object' && made.kind === 'approve') this.approve(made.arguments?.['amount']);
    }
    await this.run.resume(decided, { partial });
  }

  private approve(value: unknown): void {
    this.approved.set(value as number, (this.approved.get(value as number) ?? 0) + 1);
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

describe('any sequence of calls, decisions, moves to other processes and forgeries', () => {
  it(
    'executes nothing without an approval, and nothing twice [HITL-9, HITL-14, NEW-9]',
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
