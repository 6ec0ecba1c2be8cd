/** Cuts a text to `most` characters. The last three are dots if something is missing. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}
