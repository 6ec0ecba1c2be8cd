import { ModelRetry } from '@haft/core';
import type { Recurrence, ScheduleRule } from './schedule-rule.js';

/** A rule as a model writes it. */
export interface GivenRule {
  readonly time: string;
  readonly recurrence: Recurrence;
  readonly day: string | undefined;
  readonly date: string | undefined;
  readonly timeZone: string;
}

/**
 * Checks a rule.
 *
 * @throws {ModelRetry} with the problem, and a value that is accepted
 */
export function readRule({ time, recurrence, day, date, timeZone }: GivenRule): ScheduleRule {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw new ModelRetry(`time is '${time}'. Write it as '09:30'.`);
  const rule = { time, recurrence, day: dayOf(recurrence, day), date: dateOf(recurrence, date) };
  return { ...rule, timeZone: knownZone(timeZone) };
}

function dayOf(recurrence: Recurrence, day: string | undefined): string {
  const given = day?.trim().toLowerCase() ?? '';
  if (recurrence === 'once' || recurrence === 'daily') {
    if (given === '') return '';
    throw new ModelRetry(`A schedule that runs ${recurrence} has no day. Use the recurrence weekly or monthly.`);
  }
  if (recurrence === 'monthly') {
    if (/^([1-9]|[12]\d|3[01])$/.test(given)) return given;
    throw new ModelRetry(`day is '${day ?? ''}'. A monthly schedule needs a day from 1 to 31.`);
  }
  const days = given.split(',').map((one) => one.trim());
  const unknown = days.find((one) => !DAYS.includes(one));
  if (unknown === undefined) return DAYS.filter((one) => days.includes(one)).join(',');
  throw new ModelRetry(`day is '${day ?? ''}'. Write the days of the week as 'mon,thu'.`);
}

function dateOf(recurrence: Recurrence, date: string | undefined): string {
  const given = date?.trim() ?? '';
  if (recurrence !== 'once') {
    if (given === '') return '';
    throw new ModelRetry('Only a schedule that runs once has a date.');
  }
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : undefined;
  if (parsed !== undefined && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(given)) return given;
  throw new ModelRetry(`date is '${date ?? ''}'. Write an existing day as '2026-12-24'.`);
}

function knownZone(timeZone: string): string {
  try {
    // Offsets such as +01:00 have no daylight saving time, so a name is needed.
    const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions();
    if (/^[A-Za-z]/.test(timeZone)) return known;
  } catch {
    // An unknown name: see below.
  }
  throw new ModelRetry(`timeZone is '${timeZone}'. Write a name such as 'Europe/Berlin'.`);
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
