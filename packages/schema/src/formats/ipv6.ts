import { isIpv4 } from './ipv4.js';

const GROUP = /^[\da-fA-F]{1,4}$/;

/**
 * Returns whether a string is an address as in section 2.2 of RFC 4291: `2001:db8::1`. Rejects
 * zones.
 */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const [head = '', tail] = halves;
  const before = sizeOf(head, tail === undefined);
  if (tail === undefined) return before === 8;
  const after = sizeOf(tail, true);
  // `::` stands for at least one group of zeros.
  return before !== undefined && after !== undefined && before + after <= 7;
}

/**
 * Counts the groups of 16 bits in a part. Returns undefined if it is malformed. The end of an
 * address may be written as IPv4.
 */
function sizeOf(part: string, isEnd: boolean): number | undefined {
  if (part === '') return 0;
  const groups = part.split(':');
  const last = groups.at(-1) ?? '';
  const endsInIpv4 = isEnd && last.includes('.');
  const plain = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => GROUP.test(group)) || (endsInIpv4 && !isIpv4(last))) return undefined;
  return plain.length + (endsInIpv4 ? 2 : 0);
}
