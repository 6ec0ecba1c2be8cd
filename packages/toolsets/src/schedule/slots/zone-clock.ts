const HOUR_MS = 3_600_000;

/** Clocks that were used before. A clock costs more to make than to read. */
const clocks = new Map<string, ZoneClock>();
const MOST_CLOCKS = 100;

/**
 * Returns the clock of a time zone.
 *
 * @throws {RangeError} if there is no such time zone
 */
export function zoneClock(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? new ZoneClock(timeZone);
  // The clock that was used last is at the end, and the first one goes.
  clocks.delete(timeZone);
  clocks.set(timeZone, clock);
  const [oldest] = clocks.keys();
  if (clocks.size > MOST_CLOCKS && oldest !== undefined) clocks.delete(oldest);
  return clock;
}

/**
 * The clock on the wall of a time zone. A wall time is the number that `Date.UTC` gives for the day
 * and time that the clock shows.
 */
class ZoneClock {
  private readonly format: Intl.DateTimeFormat;

  /** @throws {RangeError} if there is no such time zone */
  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Returns the wall time at a moment. */
  wallAt(moment: number): number {
    const parts = new Map(this.format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  }

  /**
   * Returns the moment at which the clock shows a wall time: the first one, if it shows it twice.
   * If the clock skips it, returns the moment that is as long after the jump as the time is after
   * the last one that the clock showed.
   */
  momentOf(wall: number): number {
    // The largest jump of a clock was a day, in Apia and Manila.
    const before = this.wallAt(wall - 26 * HOUR_MS) - (wall - 26 * HOUR_MS);
    const after = this.wallAt(wall + 26 * HOUR_MS) - (wall + 26 * HOUR_MS);
    const shown = [wall - before, wall - after].filter((moment) => this.wallAt(moment) === wall);
    return shown.length === 0 ? wall - before : Math.min(...shown);
  }
}
