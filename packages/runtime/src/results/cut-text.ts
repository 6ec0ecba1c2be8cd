/** At most `limit` characters, with a note of how many there were; never half a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const splitsPair = isHighSurrogate(text.charCodeAt(limit - 1));
  const shown = splitsPair ? limit - 1 : limit;
  return `${text.slice(0, shown)}... (truncated, ${shown} of ${text.length} characters)`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
