import { requireKind } from '@haft/core';
import { Cron } from 'croner';
import type { ScheduleRule } from './schedule-rule.js';
import { zoneClock } from './zone-clock.js';

/**
 * Returns the first time after `after` at which a schedule runs. Undefined if there is none.
 *
 * If the clock skips the time, the schedule runs later by the time that was skipped: 02:30 becomes
 * 03:30. If the clock shows the time twice, it runs at the first one. A month without the day is
 * left out.
 */
export function nextSlot(rule: ScheduleRule, after: Date): Date | undefined {
  requireKind('The first argument of nextSlot()', rule, 'an object');
  for (const name of ['time', 'recurrence', 'day', 'date', 'timeZone'] as const)
    requireKind(`nextSlot ${name}`, rule[name], 'a string');
  requireKind('The second argument of nextSlot()', after, { methods: ['getTime'], name: 'a Date' });
  const clock = zoneClock(rule.timeZone);
  // croner finds the days on a clock without jumps. With a time zone, its answer to a time that is
  // skipped depends on `after`.
  const days = new Cron(patternOf(rule), { utcOffset: 0, paused: true });
  let wall = days.nextRun(new Date(clock.wallAt(after.getTime()) - LONGEST_JUMP_MS));
  while (wall !== null) {
    const moment = clock.momentOf(wall.getTime());
    if (moment > after.getTime()) return new Date(moment);
    wall = days.nextRun(wall);
  }
  return undefined;
}

/** A clock can be ahead of a slot that it has skipped by this time. */
const LONGEST_JUMP_MS = 26 * 3_600_000;

function patternOf({ time, recurrence, day, date }: ScheduleRule): string {
  const [hour = '', minute = ''] = time.split(':').map((part) => String(Number(part)));
  switch (recurrence) {
    case 'once':
      return `${date}T${time}:00`;
    case 'daily':
      return `${minute} ${hour} * * *`;
    case 'monthly':
      return `${minute} ${hour} ${day} * *`;
    default:
      return `${minute} ${hour} * * ${day}`;
  }
}
