import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextSlot } from '../../src/schedule/slots/next-slot.js';
import { readRule } from '../../src/schedule/slots/read-rule.js';
import type { Recurrence, ScheduleRule } from '../../src/schedule/slots/schedule-rule.js';

const rule = (timeZone: string, time: string, recurrence: Recurrence = 'daily', day = '', date = ''): ScheduleRule => ({
  time,
  recurrence,
  day,
  date,
  timeZone,
});

/** Returns the next slots after a time, as UTC without seconds. */
const slots = (one: ScheduleRule, after: string, count: number): string => {
  const found: string[] = [];
  let at = new Date(after);
  for (let left = count; left > 0; left -= 1) {
    const next = nextSlot(one, at);
    if (next === undefined) break;
    found.push(next.toISOString().slice(0, 16));
    at = next;
  }
  return found.join(' ');
};

/* Times of Central European Summer Time and others are from the IANA database. */
const CASES: readonly (readonly [string, ScheduleRule, string, string])[] = [
  ['every day in UTC', rule('UTC', '09:00'), '2026-01-01T09:00Z', '2026-01-02T09:00 2026-01-03T09:00'],
  ['later on the same day', rule('UTC', '23:59'), '2026-01-01T00:00Z', '2026-01-01T23:59 2026-01-02T23:59'],
  ['at midnight', rule('UTC', '00:00'), '2026-12-31T12:00Z', '2027-01-01T00:00 2027-01-02T00:00'],
  [
    'in winter and summer of Berlin',
    rule('Europe/Berlin', '09:00'),
    '2026-03-27T12:00Z',
    '2026-03-28T08:00 2026-03-29T07:00',
  ],
  [
    'in summer and winter of Berlin',
    rule('Europe/Berlin', '09:00'),
    '2026-10-23T12:00Z',
    '2026-10-24T07:00 2026-10-25T08:00',
  ],
  [
    'a time that Berlin skips',
    rule('Europe/Berlin', '02:30'),
    '2026-03-28T12:00Z',
    '2026-03-29T01:30 2026-03-30T00:30',
  ],
  [
    'the first minute that Berlin skips',
    rule('Europe/Berlin', '02:00'),
    '2026-03-28T12:00Z',
    '2026-03-29T01:00 2026-03-30T00:00',
  ],
  [
    'the minute before the clock jumps',
    rule('Europe/Berlin', '01:59'),
    '2026-03-28T12:00Z',
    '2026-03-29T00:59 2026-03-29T23:59',
  ],
  [
    'a time that Berlin has twice',
    rule('Europe/Berlin', '02:30'),
    '2026-10-24T12:00Z',
    '2026-10-25T00:30 2026-10-26T01:30',
  ],
  ['after the first of two equal times', rule('Europe/Berlin', '02:30'), '2026-10-25T00:30Z', '2026-10-26T01:30'],
  [
    'the last minute that Berlin has twice',
    rule('Europe/Berlin', '02:59'),
    '2026-10-24T12:00Z',
    '2026-10-25T00:59 2026-10-26T01:59',
  ],
  [
    'a time that New York skips',
    rule('America/New_York', '02:30'),
    '2026-03-07T12:00Z',
    '2026-03-08T07:30 2026-03-09T06:30',
  ],
  [
    'a time that New York has twice',
    rule('America/New_York', '01:30'),
    '2026-10-31T12:00Z',
    '2026-11-01T05:30 2026-11-02T06:30',
  ],
  [
    'a half hour that Lord Howe skips',
    rule('Australia/Lord_Howe', '02:15'),
    '2026-10-02T16:00Z',
    '2026-10-03T15:45 2026-10-04T15:15',
  ],
  [
    'a half hour that Lord Howe has twice',
    rule('Australia/Lord_Howe', '01:45'),
    '2026-04-03T15:00Z',
    '2026-04-04T14:45 2026-04-05T15:15',
  ],
  [
    'an offset of half an hour',
    rule('Asia/Kolkata', '06:00'),
    '2026-05-01T00:30Z',
    '2026-05-02T00:30 2026-05-03T00:30',
  ],
  [
    'an offset of 45 minutes',
    rule('Asia/Kathmandu', '09:00'),
    '2026-05-01T12:00Z',
    '2026-05-02T03:15 2026-05-03T03:15',
  ],
  ['the largest offset', rule('Pacific/Kiritimati', '08:00'), '2026-05-01T12:00Z', '2026-05-01T18:00 2026-05-02T18:00'],
  ['a negative offset', rule('Pacific/Pago_Pago', '08:00'), '2026-05-01T12:00Z', '2026-05-01T19:00 2026-05-02T19:00'],
  [
    'the day that Apia left out',
    rule('Pacific/Apia', '12:30'),
    '2011-12-28T23:00Z',
    '2011-12-29T22:30 2011-12-30T22:30',
  ],
  [
    'a midnight that São Paulo skipped',
    rule('America/Sao_Paulo', '00:00'),
    '2018-11-03T12:00Z',
    '2018-11-04T03:00 2018-11-05T02:00',
  ],
  [
    'a midnight that Cairo skips',
    rule('Africa/Cairo', '00:30'),
    '2026-04-23T12:00Z',
    '2026-04-23T22:30 2026-04-24T21:30',
  ],
  [
    'without daylight saving time any longer',
    rule('America/Sao_Paulo', '09:00'),
    '2026-11-03T12:00Z',
    '2026-11-04T12:00 2026-11-05T12:00',
  ],
  [
    'during Ramadan in Casablanca',
    rule('Africa/Casablanca', '12:00'),
    '2026-02-13T13:00Z',
    '2026-02-14T11:00 2026-02-15T12:00',
  ],
  [
    'on Mondays and Thursdays',
    rule('UTC', '09:00', 'weekly', 'mon,thu'),
    '2026-11-26T08:00Z',
    '2026-11-26T09:00 2026-11-30T09:00 2026-12-03T09:00',
  ],
  [
    'on one day of the week',
    rule('UTC', '09:00', 'weekly', 'sun'),
    '2026-11-26T08:00Z',
    '2026-11-29T09:00 2026-12-06T09:00',
  ],
  [
    'on all days of the week',
    rule('UTC', '09:00', 'custom', 'mon,tue,wed,thu,fri,sat,sun'),
    '2026-11-26T08:00Z',
    '2026-11-26T09:00 2026-11-27T09:00',
  ],
  [
    'on working days',
    rule('UTC', '18:00', 'custom', 'mon,tue,wed,thu,fri'),
    '2026-11-27T18:00Z',
    '2026-11-30T18:00 2026-12-01T18:00',
  ],
  [
    'on Sunday in Auckland, Saturday in UTC',
    rule('Pacific/Auckland', '08:00', 'weekly', 'sun'),
    '2026-11-26T08:00Z',
    '2026-11-28T19:00 2026-12-05T19:00',
  ],
  [
    'on a Sunday whose time is skipped',
    rule('Europe/Berlin', '02:30', 'weekly', 'sun'),
    '2026-03-23T12:00Z',
    '2026-03-29T01:30 2026-04-05T00:30',
  ],
  [
    'on the first of a month',
    rule('UTC', '00:00', 'monthly', '1'),
    '2026-11-26T08:00Z',
    '2026-12-01T00:00 2027-01-01T00:00',
  ],
  [
    'on the 31st, which some months lack',
    rule('UTC', '09:00', 'monthly', '31'),
    '2026-01-31T09:00Z',
    '2026-03-31T09:00 2026-05-31T09:00 2026-07-31T09:00',
  ],
  [
    'on the 30th, which February lacks',
    rule('UTC', '09:00', 'monthly', '30'),
    '2026-01-30T09:00Z',
    '2026-03-30T09:00 2026-04-30T09:00',
  ],
  [
    'on the 29th, in a leap year',
    rule('UTC', '09:00', 'monthly', '29'),
    '2028-01-29T09:00Z',
    '2028-02-29T09:00 2028-03-29T09:00',
  ],
  ['on the 29th, in another year', rule('UTC', '09:00', 'monthly', '29'), '2027-01-29T09:00Z', '2027-03-29T09:00'],
  [
    'on the 29th of March that Berlin shortens',
    rule('Europe/Berlin', '02:30', 'monthly', '29'),
    '2026-03-01T09:00Z',
    '2026-03-29T01:30 2026-04-29T00:30',
  ],
  ['once', rule('UTC', '09:00', 'once', '', '2026-12-24'), '2026-11-26T08:00Z', '2026-12-24T09:00'],
  [
    'once in another zone',
    rule('Asia/Tokyo', '09:00', 'once', '', '2026-12-24'),
    '2026-11-26T08:00Z',
    '2026-12-24T00:00',
  ],
  [
    'once at a time that is skipped',
    rule('Europe/Berlin', '02:30', 'once', '', '2026-03-29'),
    '2026-01-01T08:00Z',
    '2026-03-29T01:30',
  ],
  [
    'once at a time that is there twice',
    rule('Europe/Berlin', '02:30', 'once', '', '2026-10-25'),
    '2026-01-01T08:00Z',
    '2026-10-25T00:30',
  ],
  ['never again after once', rule('UTC', '09:00', 'once', '', '2026-12-24'), '2026-12-24T09:00Z', ''],
  ['never, because it was in the past', rule('UTC', '09:00', 'once', '', '2025-12-24'), '2026-11-26T08:00Z', ''],
  ['never on the 31st of June', rule('UTC', '09:00', 'once', '', '2026-06-30'), '2026-06-30T09:00Z', ''],
];

describe('nextSlot', () => {
  it('is specified by at least 40 cases [TOOL-12]', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(40);
  });

  it.each([...CASES])('%s [TOOL-12]', (_, one, after, expected) => {
    expect(slots(one, after, Math.max(expected.split(' ').length, 1))).toBe(expected);
  });

  it('agrees with a clock that is read minute by minute [TOOL-12]', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'Africa/Cairo',
      'UTC',
      'America/St_Johns',
    ];
    const minute = 60_000;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: Date.UTC(2026, 0, 1) / minute, max: Date.UTC(2027, 0, 1) / minute }),
        (timeZone, ofDay, start) => {
          const time = `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
          const clock = new Intl.DateTimeFormat('en-GB', {
            timeZone,
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          });
          const next = nextSlot(rule(timeZone, time), new Date(start * minute))?.getTime() ?? 0;
          // The clock shows the time at the slot, or it skipped the time by up to an hour.
          const shown = clock.format(next);
          const [hours = 0, minutes = 0] = shown.split(':').map(Number);
          const late = (hours * 60 + minutes - ofDay + 1440) % 1440;
          expect([0, 30, 60]).toContain(late);
          for (let at = start * minute + minute; at < next; at += minute) {
            // An earlier minute that shows the time is the second of two equal ones.
            if (clock.format(at) === time) expect(next - at).toBeGreaterThan(20 * 60 * minute);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('readRule', () => {
  const given = { time: '09:30', recurrence: 'daily' as Recurrence, day: undefined, date: undefined, timeZone: 'UTC' };

  it.each([
    [{ day: ' Thu, mon ,mon', recurrence: 'weekly' as const }, { day: 'mon,thu' }],
    [{ day: '31', recurrence: 'monthly' as const }, { day: '31' }],
    [{ date: '2028-02-29', recurrence: 'once' as const }, { date: '2028-02-29' }],
    [{ day: '' }, { day: '' }],
    [{ time: '9:30' }, { time: '09:30' }],
    [{ time: ' 09:30:00' }, { time: '09:30' }],
    [{ time: '9am' }, { time: '09:00' }],
    [{ time: '12:05 AM' }, { time: '00:05' }],
    [{ time: '12 p.m.' }, { time: '12:00' }],
    [{ time: '11:59pm' }, { time: '23:59' }],
    [{ day: 'Mon; thu/Friday & sun', recurrence: 'weekly' as const }, { day: 'mon,thu,fri,sun' }],
    [{ day: 'every Monday and Tuesday', recurrence: 'weekly' as const }, { day: 'mon,tue' }],
    [{ day: 'mon - fri', recurrence: 'custom' as const }, { day: 'mon,tue,wed,thu,fri' }],
    [{ day: 'Fri to Mon', recurrence: 'custom' as const }, { day: 'mon,fri,sat,sun' }],
    [{ day: 'weekdays', recurrence: 'custom' as const }, { day: 'mon,tue,wed,thu,fri' }],
    [{ day: 'weekends, wed', recurrence: 'custom' as const }, { day: 'wed,sat,sun' }],
    [{ timeZone: 'GMT' }, { timeZone: expect.any(String) }],
    [{ timeZone: 'CET' }, { timeZone: expect.any(String) }],
    [{ timeZone: 'oslo' }, { timeZone: 'Europe/Oslo' }],
    [{ day: 'Mondays', recurrence: 'weekly' as const }, { day: 'mon' }],
  ])('accepts %j [TOOL-12]', (change, expected) => {
    expect(readRule({ ...given, ...change })).toMatchObject(expected);
  });

  it.each([
    [{ time: '9' }, "time is '9'"],
    [{ time: '13pm' }, "time is '13pm'"],
    [{ time: '0 am' }, "time is '0 am'"],
    [{ time: '09:30:01' }, "time is '09:30:01'"],
    [{ time: '09:30Z' }, "time is '09:30Z'"],
    [{ recurrence: 'weekly' as const, day: 'mon-' }, "day is 'mon-'"],
    [{ recurrence: 'weekly' as const, day: 'mon-tue-wed' }, "day is 'mon-tue-wed'"],
    [{ timeZone: 'EST' }, 'Write America/New_York.'],
    [{ timeZone: 'cest' }, 'Write Europe/Berlin.'],
    [{ timeZone: 'Atlantis' }, 'Write a name such as Europe/Berlin.'],
    [{ recurrence: 'once' as const, date: 'tomorrow', now: 0 }, 'Now it is Thursday 1970-01-01 00:00 UTC.'],
    [{ time: '24:00' }, "time is '24:00'"],
    [{ time: '09:60' }, "time is '09:60'"],
    [{ day: 'mon' }, 'has no day'],
    [{ recurrence: 'weekly' as const }, "day is ''"],
    [{ recurrence: 'weekly' as const, day: 'mon,,thu' }, "day is 'mon,,thu'"],
    [{ recurrence: 'weekly' as const, day: 'montag' }, "day is 'montag'"],
    [{ recurrence: 'weekly' as const, day: 'constructor' }, "day is 'constructor'"],
    [{ recurrence: 'monthly' as const, day: '32' }, "day is '32'"],
    [{ recurrence: 'monthly' as const, day: '0' }, "day is '0'"],
    [{ recurrence: 'monthly' as const, day: '1,2' }, "day is '1,2'"],
    [{ recurrence: 'once' as const }, "date is ''"],
    [{ recurrence: 'once' as const, date: '2026-02-30' }, "date is '2026-02-30'"],
    [{ recurrence: 'once' as const, date: '24.12.2026' }, "date is '24.12.2026'"],
    [{ date: '2026-12-24' }, 'Only a schedule that runs once has a date'],
    [{ timeZone: '+01:00' }, "timeZone is '+01:00'"],
    [{ timeZone: '' }, "timeZone is ''"],
  ])('refuses %j [TOOL-12]', (change, text) => {
    expect(() => readRule({ ...given, ...change })).toThrow(text);
  });
});
