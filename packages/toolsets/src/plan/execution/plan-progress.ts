import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { dependentsOf } from '../steps/find-cycle.js';
import type { Plan, PlannedStep } from '../steps/plan.js';
import { endOf, type StepEnd } from './step-end.js';

/** The steps that have ended, that wait for a decision, and that can start. */
export class PlanProgress {
  /** By position. Undefined if the step has not ended. */
  readonly ends: (StepEnd | undefined)[];
  /** The steps that wait for a decision. */
  readonly waits = new Map<number, DeferredOutcome>();
  private readonly dependents: readonly (readonly number[])[];
  /** By position, how many of the needed steps have not succeeded. */
  private readonly missing: number[];

  /** @param keepsTexts - whether the model reads texts of results instead of values */
  constructor(
    readonly plan: Plan,
    private readonly keepsTexts: boolean,
  ) {
    this.ends = plan.map(() => undefined);
    this.dependents = dependentsOf(plan.map(({ needs }) => needs));
    this.missing = plan.map(({ needs }) => needs.length);
  }

  /** Records the outcome of a step. Returns the steps that can start now. */
  settle(index: number, outcome: ToolOutcome): readonly PlannedStep[] {
    if (outcome.status === 'success') return this.succeed(index, endOf(outcome, this.keepsTexts));
    if (outcome.status === 'deferred') this.waits.set(index, outcome);
    else this.fail(index, outcome.text);
    return [];
  }

  /** Records the result of a step. Returns the steps that can start now. */
  succeed(index: number, end: StepEnd): readonly PlannedStep[] {
    this.ends[index] = end;
    const freed = (this.dependents[index] ?? []).filter((one) => {
      const left = (this.missing[one] ?? 0) - 1;
      this.missing[one] = left;
      return left === 0;
    });
    return this.startable(freed);
  }

  /** Records the failure of a step, and skips the steps that need it. */
  fail(index: number, error: string): void {
    this.ends[index] = { status: 'error', error };
    const failed = [index];
    for (const one of failed) {
      const dependency = this.plan[one]?.id ?? '';
      for (const dependent of this.dependents[one] ?? []) {
        if (this.ends[dependent] !== undefined) continue;
        this.ends[dependent] = { status: 'skipped', error: this.skippedText(dependent, dependency) };
        failed.push(dependent);
      }
    }
  }

  /** Returns the steps that have neither ended nor wait. */
  open(): readonly PlannedStep[] {
    return this.plan.filter(({ index }) => this.isOpen(index));
  }

  /** Returns the open steps that need nothing more. */
  ready(): readonly PlannedStep[] {
    return this.startable(this.missing.flatMap((count, index) => (count === 0 ? [index] : [])));
  }

  /** Returns whether a step that has not ended needs the result of this one. */
  isNeeded(index: number): boolean {
    return (this.dependents[index] ?? []).some((one) => this.ends[one] === undefined);
  }

  /**
   * Returns a function that finds the results of the steps that a step needs, by id. Undefined if
   * the plan could not keep a result.
   */
  resultsFor({ needs }: Pick<PlannedStep, 'needs'>): (id: string) => JsonValue | undefined {
    const results = new Map<string, JsonValue>();
    for (const index of needs) {
      const end = this.ends[index];
      const id = this.plan[index]?.id;
      if (end?.status === 'ok' && end.isCut !== true && id !== undefined) results.set(id, end.value);
    }
    return (id) => results.get(id);
  }

  private startable(positions: readonly number[]): readonly PlannedStep[] {
    return positions.flatMap((index) => (this.isOpen(index) ? (this.plan[index] ?? []) : []));
  }

  private isOpen(index: number): boolean {
    return this.ends[index] === undefined && !this.waits.has(index);
  }

  private skippedText(index: number, dependency: string): string {
    return `Step '${this.plan[index]?.id ?? ''}' was not run because '${dependency}' did not succeed.`;
  }
}
