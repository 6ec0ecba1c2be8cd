import { oneLine } from '../readable/one-line.js';
import { localTime } from './slots/local-time.js';
import type { ScheduleEntry } from './schedule.toolset.js';

/** Writes a schedule as one line for a model. */
export function describeEntry(entry: ScheduleEntry, usualZone: string): string {
  const { id, description, time, recurrence, day, timeZone, enabled, lastOutcome } = entry;
  const rule = [recurrence, ...(day === undefined ? [] : [day]), time, timeZone].join(' ');
  const run = nextRunOf(entry, usualZone);
  const next = run === undefined ? 'no next run' : `next run ${run}`;
  const facts = [
    `${id}: ${oneLine(description)}`,
    rule,
    ...(enabled ? [] : ['disabled']),
    next,
    ...(lastOutcome === undefined ? [] : [`last run ${oneLine(lastOutcome)}`]),
  ];
  return facts.join(', ');
}

/** Tells the next run by the clock of the schedule, and by the usual one. */
export function nextRunOf({ nextRun, timeZone }: ScheduleEntry, usualZone: string): string | undefined {
  if (nextRun === undefined) return undefined;
  const own = localTime(nextRun.getTime(), timeZone);
  return timeZone === usualZone ? own : `${own} (${localTime(nextRun.getTime(), usualZone)})`;
}
