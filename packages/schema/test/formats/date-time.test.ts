import { describe, expect, it } from '@jest/globals';
import { isDate, isDateTime, parseDateTime } from '../../src/formats/index.js';

describe('a date-time', () => {
  it('has the days of the calendar, whichever way it is read', () => {
    const wrong: string[] = [];
    for (const year of [1900, 2000, 2023, 2024]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const inCalendar = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text);
          if (isDate(text) !== inCalendar || isDateTime(`${text}T09:00:00Z`) !== inCalendar) wrong.push(text);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is the same instant however it is written', () => {
    const instant = new Date('2026-01-31T08:00:00Z');
    for (const text of ['2026-01-31T09:00:00+01:00', '2026-01-31t08:00:00z', '2026-01-31T08:00:00.000Z']) {
      expect(parseDateTime(text)).toEqual(instant);
    }
  });
});
