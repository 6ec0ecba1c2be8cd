import { oneLine } from '../readable/one-line.js';
import type { ScheduleEntry } from './schedule.toolset.js';

/** Writes a schedule as one line for a model. */
export function describeEntry(entry: ScheduleEntry): string {
  const { id, description, time, recurrence, day, timeZone, enabled, localTime, lastOutcome } = entry;
  const rule = [recurrence, ...(day === undefined ? [] : [day]), time, timeZone].join(' ');
  const next = localTime === undefined ? 'no next run' : `next run ${localTime}`;
  const facts = [
    `${id}: ${oneLine(description)}`,
    rule,
    ...(enabled ? [] : ['disabled']),
    next,
    ...(lastOutcome === undefined ? [] : [`last run ${oneLine(lastOutcome)}`]),
  ];
  return facts.join(', ');
}
