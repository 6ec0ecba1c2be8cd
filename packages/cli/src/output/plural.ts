/** Returns `1 tool` or `2 tools`. */
export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : several}`;
}
