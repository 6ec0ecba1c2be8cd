/** Returns a time by the clock of a time zone: `Monday 2026-11-30 09:00 Europe/Berlin`. */
export function localTime(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    ...{ weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return `${part('weekday')} ${date} ${part('hour')}:${part('minute')} ${timeZone}`;
}
