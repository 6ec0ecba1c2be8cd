/** Hides the quoted word of a sentence, which may be a sensitive value. */
export function withoutQuotation(text: string): string {
  const start = text.indexOf('"');
  return start === -1 ? text : `${text.slice(0, start)}(hidden)${text.slice(text.lastIndexOf('"') + 1)}`;
}
