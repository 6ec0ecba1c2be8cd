/**
 * Returns a name or a title as one line, with line ends and other control characters escaped. It
 * cannot imitate another line of a text for the model.
 */
export function oneLine(text: string): string {
  return text.replace(BREAKS, (one) => JSON.stringify(one).slice(1, -1)).replace(SEPARATORS, ' ');
}

const BREAKS = /[\x00-\x1f\x7f]/g;
/** Readers take them for line ends. */
const SEPARATORS = /[\x85\u2028\u2029]/g;
