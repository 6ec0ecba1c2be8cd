import { ModelRetry } from '@haft/core';
import { Mistakes } from '../mistakes.js';
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
 * Checks a rule. Takes days, times and time zones in the forms that people write.
 *
 * @throws {ModelRetry} with all problems, and values that are accepted
 */
export function readRule({ time, recurrence, day, date, timeZone }: GivenRule): ScheduleRule {
  const mistakes = new Mistakes();
  const rule = {
    time: mistakes.read(() => timeOf(time)) ?? '',
    recurrence,
    day: mistakes.read(() => dayOf(recurrence, day)) ?? '',
    date: mistakes.read(() => dateOf(recurrence, date)) ?? '',
    timeZone: mistakes.read(() => knownZone(timeZone)) ?? '',
  };
  mistakes.refuse();
  return rule;
}

function timeOf(time: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time;
  throw new ModelRetry(`time is '${time}'. Write it as '09:30'.`);
}

function dayOf(recurrence: Recurrence, day: string | undefined): string {
  const given = day?.trim().toLowerCase() ?? '';
  if (recurrence === 'once' || recurrence === 'daily') {
    if (given === '') return '';
    throw new ModelRetry(`A schedule that runs ${recurrence} has no day. Use the recurrence weekly or monthly.`);
  }
  if (recurrence === 'monthly') {
    const [, number = ''] = /^0?([1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.)?$/.exec(given) ?? [];
    if (number !== '') return number;
    throw new ModelRetry(`day is '${day ?? ''}'. A monthly schedule needs a day from 1 to 31.`);
  }
  const days = given.split(/\s*,\s*|\s+and\s+|\s+/);
  const known = new Set(days.map(weekday));
  if (!known.has(undefined)) return DAYS.filter((one) => known.has(one)).join(',');
  throw new ModelRetry(`day is '${day ?? ''}'. Write the days of the week as 'mon,thu'.`);
}

/** Takes `mon`, `Monday`, `mondays` and `thurs`. */
function weekday(text: string): string | undefined {
  const index = LONG_DAYS.findIndex((name) => text.length >= 3 && `${name}s`.startsWith(text));
  return DAYS[index];
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
  const zone = zoneOfCity(timeZone) ?? 'a name such as Europe/Berlin';
  throw new ModelRetry(`timeZone is '${timeZone}'. Write ${zone}.`);
}

/** Returns the zone of a city, if one zone alone has its name. */
function zoneOfCity(city: string): string | undefined {
  const end = `/${city.trim().replaceAll(' ', '_').toLowerCase()}`;
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().endsWith(end));
  return zones.length === 1 ? zones[0] : undefined;
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const LONG_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
