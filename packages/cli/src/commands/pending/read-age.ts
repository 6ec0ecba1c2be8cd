import { UsageError } from '../../usage-error.js';

/**
 * Reads a length of time such as `30m`, `12h` or `2d`.
 *
 * @returns milliseconds
 */
export function readAge(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const milliseconds = UNITS.get(unit);
  if (milliseconds !== undefined) return Number(count) * milliseconds;
  throw new UsageError(`'${text}' is not a length of time.`, 'Write a number with s, m, h or d, such as 30m or 2d.');
}

const SECOND = 1000;
const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', SECOND],
  ['m', 60 * SECOND],
  ['h', 3600 * SECOND],
  ['d', 24 * 3600 * SECOND],
]);
