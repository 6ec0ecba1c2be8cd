import { cutAt } from './text-lines.js';

/** The lines that a model reads. */
export interface ShownLines {
  readonly text: string;
  /** How many lines of the content the text shows. */
  readonly lines: number;
  /** If the first line alone is too long: how many of its characters the text shows. */
  readonly cutLine: { readonly shown: number; readonly characters: number } | undefined;
}

/** How lines are shown. */
export interface LinesView {
  readonly most: { readonly lines: number; readonly characters: number };
  /** Number of the first line. */
  readonly first: number;
  /** Whether each line begins with its number. */
  readonly lineNumbers: boolean;
}

/** Returns the first lines that fit, or the beginning of a longer line. Line ends are `\n`. */
export function shownLines(content: string, { most, first, lineNumbers }: LinesView): ShownLines {
  let [text, lines, at] = ['', 0, 0];
  while (lines < most.lines && at < content.length) {
    const end = content.indexOf('\n', at);
    const next = end < 0 ? content.length : end + 1;
    const mark = lineNumbers ? `${first + lines}: ` : '';
    const line = mark + content.slice(at, next).replace('\r\n', '\n');
    if (text.length + line.length > most.characters) {
      if (lines > 0) break;
      const cut = cutAt(line, most.characters);
      const [shown, characters] = [cut.length - mark.length, line.trimEnd().length - mark.length];
      return { text: cut, lines: 1, cutLine: { shown, characters } };
    }
    text += line;
    lines++;
    at = next;
  }
  return { text, lines, cutLine: undefined };
}
