import type { Schedule } from './schedule-store.js';

/** Returns the columns that `replace` writes, from `description` to `next_run`. */
export function scheduleColumns(schedule: Schedule): readonly (string | number | null)[] {
  const { description, rule, tools, prompt, enabled, nextRun } = schedule;
  const isPlanned = enabled && nextRun !== undefined;
  return [
    description,
    JSON.stringify(rule),
    JSON.stringify(tools),
    prompt,
    isPlanned ? 1 : 0,
    isPlanned ? nextRun : null,
  ];
}
