import { refuseUnknownOptions, requireCount, type OptionNames } from '@haft/core';
import { invalidOption } from '../invalid-option.js';

/** Settings of the plan toolset. */
export interface PlanSettings {
  /** Most steps of a plan. Default 50. */
  readonly maxSteps?: number;
  /** Most steps that run at the same time. Default 10. */
  readonly concurrency?: number;
  /**
   * Longest text of all results that the model reads, in characters. If a plan has more, the
   * longest results are cut. Default 100,000.
   */
  readonly maxResultCharacters?: number;
  /**
   * The form of the results. `oasis`: the text of each result instead of its value, and errors
   * begin with `error: `. Default `haft`.
   */
  readonly compat?: 'haft' | 'oasis';
}

/**
 * The settings of a plan toolset, checked. A token for the container.
 *
 * @example const provide = [{ provide: PlanOptions, useValue: new PlanOptions({ maxSteps: 20 }) }];
 */
export class PlanOptions {
  /** As in {@link PlanSettings}. */
  readonly maxSteps: number;
  /** As in {@link PlanSettings}. */
  readonly concurrency: number;
  /** As in {@link PlanSettings}. */
  readonly maxResultCharacters: number;
  /** As in {@link PlanSettings}. */
  readonly compat: 'haft' | 'oasis';

  /** @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid */
  constructor(settings: PlanSettings = {}) {
    refuseUnknownOptions('The plan toolset', settings, SETTINGS);
    const { maxSteps = 50, concurrency = 10, maxResultCharacters = 100_000, compat = 'haft' } = settings;
    this.maxSteps = requireCount('maxSteps of the plan toolset', maxSteps, 1);
    this.concurrency = requireCount('concurrency of the plan toolset', concurrency, 1);
    this.maxResultCharacters = requireCount('maxResultCharacters of the plan toolset', maxResultCharacters, 1_000);
    if (!['haft', 'oasis'].includes(compat)) throw invalidOption(`compat is ${compat}.`, "Use 'haft' or 'oasis'.");
    this.compat = compat;
  }
}

const SETTINGS: OptionNames<PlanSettings> = {
  maxSteps: true,
  concurrency: true,
  maxResultCharacters: true,
  compat: true,
};
