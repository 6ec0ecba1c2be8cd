import { ModelRetry } from '@haft/core';
import { Mistakes } from '../mistakes.js';
import { localTime } from './local-time.js';
import type { Recurrence, ScheduleRule } from './schedule-rule.js';

/** A rule as a model writes it. */
export interface GivenRule {
  readonly time: string;
  readonly recurrence: Recurrence;
  readonly day: string | undefined;
  readonly date: string | undefined;
  readonly timeZone: string;
  /** The time of the call, for the texts: a model may not know the date. */
  readonly now?: number;
}

/**
 * Checks a rule. Takes days, times and time zones in the forms that people write.
 *
 * @throws {ModelRetry} with all problems, and values that are accepted
 */
export function readRule({ time, recurrence, day, date, timeZone, now }: GivenRule): ScheduleRule {
  const mistakes = new Mistakes();
  const zone = mistakes.read(() => knownZone(timeZone));
  const rule = {
    time: mistakes.read(() => timeOf(time)) ?? '',
    recurrence,
    day: mistakes.read(() => dayOf(recurrence, day)) ?? '',
    date: mistakes.read(() => dateOf(recurrence, date, now === undefined ? '' : nowText(now, zone))) ?? '',
    timeZone: zone ?? '',
  };
  mistakes.refuse();
  return rule;
}

/** Returns a sentence with the time by the clock of a zone. */
export function nowText(now: number, timeZone = 'UTC'): string {
  return ` Now it is ${localTime(now, timeZone)}.`;
}

/** Takes `09:30`, `9:30`, `09:30:00`, `9am` and `9:30 PM`. */
function timeOf(time: string): string {
  const [, hours = '', minutes, half] =
    /^(\d{1,2})(?::([0-5]\d)(?::00)?)?(?:\s*([ap])\.?m\.?)?$/i.exec(time.trim()) ?? [];
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const isTime = half === undefined ? minutes !== undefined && hour < 24 : hours !== '0' && Number(hours) <= 12;
  if (hours !== '' && isTime) return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
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
  const known = new Set(
    given
      .replace(/^(?:every|each|on)\s+/, '')
      .replace(/\s*[-\u2013]\s*|\s+to\s+/g, '-')
      .split(/\s*[,;/&+]\s*|\s+and\s+|\s+/)
      .flatMap(weekdays),
  );
  if (!known.has(undefined)) return DAYS.filter((one) => known.has(one)).join(',');
  throw new ModelRetry(`day is '${day ?? ''}'. Write the days of the week as 'mon,thu'.`);
}

/** Takes a day, `mon-fri`, `weekdays` and `weekends`. */
function weekdays(text: string): readonly (string | undefined)[] {
  if (/^weekdays?$/.test(text)) return DAYS.slice(0, 5);
  if (/^weekends?$/.test(text)) return DAYS.slice(5);
  const [first, last, ...more] = text.split('-').map(weekday);
  if (!text.includes('-')) return [first];
  const [from, to] = [first, last].map((day) => DAYS.indexOf(day ?? ''));
  if (from === undefined || to === undefined || Math.min(from, to) < 0 || more.length > 0) return [undefined];
  return DAYS.filter((_, index) => (from <= to ? index >= from && index <= to : index >= from || index <= to));
}

/** Takes `mon`, `Monday`, `mondays` and `thurs`. */
function weekday(text: string): string | undefined {
  const index = LONG_DAYS.findIndex((name) => text.length >= 3 && `${name}s`.startsWith(text));
  return DAYS[index];
}

function dateOf(recurrence: Recurrence, date: string | undefined, now: string): string {
  const given = date?.trim() ?? '';
  if (recurrence !== 'once') {
    if (given === '') return '';
    throw new ModelRetry('Only a schedule that runs once has a date.');
  }
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : undefined;
  if (parsed !== undefined && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(given)) return given;
  throw new ModelRetry(`date is '${date ?? ''}'. Write an existing day as '2026-12-24'.${now}`);
}

function knownZone(timeZone: string): string {
  const meant = ABBREVIATIONS.get(timeZone.trim().toLowerCase());
  if (meant !== undefined) throw new ModelRetry(`timeZone is '${timeZone}'. Write ${meant}.`);
  try {
    // Offsets such as +01:00 have no daylight saving time, so a name is needed.
    const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions();
    if (/^[A-Za-z]/.test(timeZone)) return known;
  } catch {
    // An unknown name: see below.
  }
  const zone = zoneOfCity(timeZone);
  if (zone !== undefined) return zone;
  throw new ModelRetry(`timeZone is '${timeZone}'. Write a name such as Europe/Berlin.`);
}

/** Returns the zone of a city, if one zone alone has its name. */
function zoneOfCity(city: string): string | undefined {
  const end = `/${city.trim().replaceAll(' ', '_').toLowerCase()}`;
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().endsWith(end));
  return zones.length === 1 ? zones[0] : undefined;
}

/** Abbreviations of half a year. `EST` is a zone that has no summer time, such as Panama. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'America/New_York': 'est edt et',
    'America/Chicago': 'cdt ct',
    'America/Denver': 'mst mdt mt',
    'America/Los_Angeles': 'pdt pt',
    'Europe/London': 'bst',
    'Europe/Berlin': 'cest',
  }).flatMap(([zone, names]) => names.split(' ').map((name) => [name, zone] as const)),
);

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const LONG_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
