import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { ScheduleOptions, type ScheduleSettings } from './schedule-options.js';
import { ScheduleToolset } from './schedule.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tools that plan calls for later. `createScheduler` executes them.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid
 * @example scheduleToolset({ store: new SqliteScheduleStore({ file: 'schedules.db' }) })
 */
export function scheduleToolset(settings: ScheduleSettings): ComposedToolset<Tools> {
  return fromInstance(new ScheduleToolset(new ScheduleOptions(settings)), toolsets);
}
