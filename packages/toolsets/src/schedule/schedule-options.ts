import { requireCount, refuseUnknownOptions, type OptionNames, requireKind } from '@haft/core';
import { invalidOption } from '../invalid-option.js';
import type { ScheduleStore } from './store/schedule-store.js';

/** Settings of the schedule toolset. */
export interface ScheduleSettings {
  /** Where schedules are kept. */
  readonly store: ScheduleStore;
  /** The time zone of schedules that name none. Default: `UTC`. */
  readonly timeZone?: string;
  /** Most schedules of a user. Default: 100. */
  readonly maxSchedules?: number;
  /** Returns the time, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * The settings of a schedule toolset, checked. A token for the container: provide a value, or a
 * factory that takes `RunContext` for a time zone in each run.
 *
 * @example const provide = [{ provide: ScheduleOptions, useValue: new ScheduleOptions({ store }) }];
 */
export class ScheduleOptions {
  readonly store: ScheduleStore;
  readonly timeZone: string;
  readonly maxSchedules: number;
  readonly now: () => number;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor(settings: ScheduleSettings) {
    refuseUnknownOptions('The schedule toolset', settings, SETTINGS);
    const { store, timeZone = 'UTC', maxSchedules = 100, now = Date.now } = settings;
    requireKind('The schedule toolset store', store, {
      methods: [],
      name: "a store, such as new SqliteScheduleStore({ file: 'schedules.db' })",
    });
    this.store = store;
    this.timeZone = timeZone;
    this.maxSchedules = requireCount('maxSchedules of the schedule toolset', maxSchedules, 1);
    this.now = now;
    try {
      new Intl.DateTimeFormat('en', { timeZone });
    } catch (cause) {
      throw invalidOption(`timeZone is '${timeZone}'.`, "Write a name such as 'Europe/Berlin'.", cause);
    }
  }
}

const SETTINGS: OptionNames<ScheduleSettings> = {
  store: true,
  timeZone: true,
  maxSchedules: true,
  now: true,
};
