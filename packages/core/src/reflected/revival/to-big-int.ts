/** The number that a text of decimal digits is, or undefined. */
export function toBigInt(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}
