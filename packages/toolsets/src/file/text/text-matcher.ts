import { ModelRetry } from '@haft/core';
import { compiledPattern, patternHazard } from '@haft/schema/internal';
import { multiLineSpans } from './multi-line-spans.js';
import { linesOf } from './text-lines.js';
import { WORD_CHARACTER, WORD_END, WORD_START } from './word.js';

/** Lines that have a match. */
export interface Span {
  /** Index of the first line. */
  readonly first: number;
  readonly count: number;
  /** Place of the match in the first line, or 0 where only an expression knows. */
  readonly at: number;
}

/** Finds a query in texts. */
export interface TextMatcher {
  /** A text that each file with a match has. Empty if nothing is known. */
  readonly piece: string;
  /** Returns whether a file may have a match, from its bytes: a quick test, never wrong with no. */
  mayMatch(bytes: Buffer): boolean;
  /** Returns the lines with matches, in order, none twice. */
  spansIn(text: string): Iterable<Span>;
}

/** A text or an expression to find. */
export interface TextQuery {
  readonly query: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  /** Whether a text is not found in longer words. Default false. */
  readonly word?: boolean;
}

const LONGEST_QUERY = 1_000;

/**
 * Returns the matcher of a query. Expressions take time linear in the text.
 *
 * @throws {ModelRetry} if the query is empty, too long, or an expression that cannot be used
 */
export function textMatcher({ query, regex, ignoreCase, word = false }: TextQuery): TextMatcher {
  if (query === '') throw new ModelRetry('The query is empty.');
  if (query.length > LONGEST_QUERY) throw new ModelRetry(`The query is longer than ${LONGEST_QUERY} characters.`);
  if (regex) return expressionMatcher(query, ignoreCase);
  const wanted = ignoreCase ? query.toLowerCase() : query;
  const pattern = wrappable(wanted, word);
  const [piece = wanted] = wanted.split(/\s+/).sort((one, other) => other.length - one.length);
  const bytes = Buffer.from(piece, 'utf8');
  const isAscii = !NOT_ASCII.test(piece);
  return {
    piece,
    // Other encodings store the piece in other bytes.
    mayMatch: ignoreCase
      ? isMaybeText
      : (file) => file.includes(bytes) || hasMark(file) || (!isAscii && isMaybeText(file)),
    spansIn: (text) => spansOf(ignoreCase ? text.toLowerCase() : text, pattern),
  };
}

/** A blank also matches the end of a line and the indentation of the next: texts are wrapped. */
function wrappable(query: string, word: boolean): RegExp {
  const escaped = query.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\r?\n`);
  const pattern = escaped.replace(/(?<=\S) (?=\S)/g, String.raw`(?: |[ \t]*\r?\n[ \t]*)`);
  const start = word && WORD_START.test(query) ? `(?<!${WORD_CHARACTER})` : '';
  const end = word && WORD_END.test(query) ? `(?!${WORD_CHARACTER})` : '';
  return new RegExp(start + pattern + end, 'gu');
}

function* spansOf(text: string, pattern: RegExp): Generator<Span, void> {
  let [line, start] = [0, 0];
  let last: Span | undefined;
  for (const { index, 0: match } of text.matchAll(pattern)) {
    for (let end = text.indexOf('\n', start); end >= 0 && end < index; end = text.indexOf('\n', start)) {
      line++;
      start = end + 1;
    }
    const count = match.slice(0, -1).split('\n').length;
    if (last !== undefined && line < last.first + last.count) {
      last = { ...last, count: Math.max(last.count, line + count - last.first) };
      continue;
    }
    if (last !== undefined) yield last;
    last = { first: line, count, at: index - start };
  }
  if (last !== undefined) yield last;
}

function expressionMatcher(source: string, ignoreCase: boolean): TextMatcher {
  const hazard = patternHazard(source);
  const pattern = hazard === undefined ? compiledPattern(ignoreCase ? inLowerCase(source) : source) : undefined;
  if (pattern === undefined) {
    const reason = hazard ?? 'is not a regular expression';
    throw new ModelRetry(`As an expression, the query ${reason}. Set regex to false to find it as text.`);
  }
  const isAnchored = DEPENDS_ON_LINES.test(source.replace(/\\[^]/g, ''));
  const test = (text: string): boolean => pattern.test(text);
  return {
    piece: '',
    mayMatch: isMaybeText,
    spansIn: (given) => {
      const text = ignoreCase ? given.toLowerCase() : given;
      // One test of a text takes less time than a test of each line.
      return isAnchored || maybe(() => test(text)) ? expressionSpans(linesOf(text), { source, test, isAnchored }) : [];
    },
  };
}

interface Expression {
  readonly source: string;
  readonly test: (text: string) => boolean;
  readonly isAnchored: boolean;
}

function* expressionSpans(lines: readonly string[], { source, test, isAnchored }: Expression): Generator<Span, void> {
  const most = mostLines(source, isAnchored);
  if (most > 1) return yield* multiLineSpans(lines, { most, test, isAnchored });
  for (const [first, line] of lines.entries()) if (test(line)) yield { first, count: 1, at: 0 };
}

/** Returns the most lines of a match to look for. A set such as `[^\\n]` has no line end. */
function mostLines(source: string, isAnchored: boolean): number {
  const positive = source.replace(/\[\^(?:\\[^]|[^\]\\])*\]/g, '');
  const ends = positive.match(isAnchored ? /\\n/g : /\\[nsW]/g)?.length ?? 0;
  if (ends === 0) return 1;
  return !isAnchored && /\[[^\]]*\\[nsW]/.test(positive) ? MOST_LINES : Math.min(MOST_LINES, ends * 2 + 1);
}

const MOST_LINES = 20;

/** Anchors, and groups that look around. In an expression without them, a line is like any text. */
const DEPENDS_ON_LINES = /(?<!\[)\^|\$|\(\?(?!:)/;

/** A text can take more steps than an expression may take, although none of its lines does. */
function maybe(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return true;
  }
}

/** Escapes such as `\\D` keep their meaning. */
function inLowerCase(source: string): string {
  return source.replace(/\\[^]|[^\\]+/g, (part) => (part.startsWith('\\') ? part : part.toLowerCase()));
}

/** Data that is not text has a zero byte early. */
function isMaybeText(bytes: Buffer): boolean {
  return bytes.length > 0 && (hasMark(bytes) || !bytes.subarray(0, 8_000).includes(0));
}

const NOT_ASCII = /[^\x00-\x7f]/;

function hasMark(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
