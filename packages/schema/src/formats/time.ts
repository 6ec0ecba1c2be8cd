const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Returns whether a string is a time of day with an offset as in RFC 3339: `09:00:00Z`,
 * `10:00:00.5+01:00`.
 */
export function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [, hour, minute, second, sign, offsetHour = '0', offsetMinute = '0'] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false;
  if (Number(second) <= 59) return true;
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  return second === '60' && isLastMinuteOfDay(Number(hour) * 60 + Number(minute) - offset);
}

/** Returns whether a minute may have a leap second: only the last minute of a day in UTC. */
function isLastMinuteOfDay(minuteInUtc: number): boolean {
  const day = 24 * 60;
  return (minuteInUtc + day) % day === day - 1;
}
