/** Returns a text with at most `most` characters. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}
