/** Returns the number of a text of decimal digits, or undefined. */
export function toBigInt(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}
