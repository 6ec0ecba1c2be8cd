/*
 * Calls and tasks for later, in any time zone, with a scheduler and its stores.
 */

export { createScheduler, type Scheduler, type SchedulerOptions } from './scheduler/create-scheduler.js';
export type { DueSlot, ScheduledWork, ScheduleTimer } from './scheduler/schedule-timer.js';
export { ScheduleOptions, type ScheduleSettings } from './schedule-options.js';
export { ScheduleToolset, type ScheduleCall, type ScheduleEntry } from './schedule.toolset.js';
export { scheduleToolset } from './schedule-toolset.js';
export { nextSlot } from './slots/next-slot.js';
export type { Recurrence, ScheduleRule } from './slots/schedule-rule.js';
export { PostgresScheduleStore, type PostgresScheduleStoreOptions } from './store/postgres-schedule-store.js';
export type { Schedule, ScheduledCall, ScheduleOwner, ScheduleStore, Slot } from './store/schedule-store.js';
export { SqliteScheduleStore, type SqliteScheduleStoreOptions } from './store/sqlite-schedule-store.js';
export { toolsets, type Tools } from './toolsets.gen.js';
