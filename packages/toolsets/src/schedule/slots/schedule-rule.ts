/**
 * @remarks
 * How often a schedule runs.
 */
export type Recurrence = 'once' | 'daily' | 'weekly' | 'monthly' | 'custom';

/** When a schedule runs. Valid, as `readRule` returns it. */
export interface ScheduleRule {
  /** `HH:MM`, by the clock of the time zone. */
  readonly time: string;
  readonly recurrence: Recurrence;
  /** `mon,thu` for `weekly` and `custom`, `1` to `31` for `monthly`. Empty for the others. */
  readonly day: string;
  /** `YYYY-MM-DD` for `once`. Empty for the others. */
  readonly date: string;
  /** A name of the IANA database, such as `Europe/Berlin`. */
  readonly timeZone: string;
}
