/** Returns a count for a person: `2,773`. */
export function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns a count with its noun: `1 call`, `2 calls`. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
