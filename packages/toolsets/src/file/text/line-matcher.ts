import { ModelRetry } from '@haft/core';
import { compiledPattern, patternHazard } from '@haft/schema/internal';

/** Finds a query in lines. */
export interface LineMatcher {
  /** Returns whether a file may have a match, from its bytes: a quick test, never wrong with no. */
  mayMatch(bytes: Buffer): boolean;
  /** The same, from the text. One test of a text takes less time than a test of each line. */
  mayMatchText(text: string): boolean;
  /** Returns where in a line the match is, or 0 where only an expression knows. */
  find(line: string): number | undefined;
}

/** A text or an expression to find. */
export interface LineQuery {
  readonly query: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
}

const LONGEST_QUERY = 1_000;

/**
 * Returns the matcher of a query. Expressions take time linear in the text.
 *
 * @throws {ModelRetry} if the query is empty, too long, or an expression that cannot be used
 */
export function lineMatcher({ query, regex, ignoreCase }: LineQuery): LineMatcher {
  if (query === '') throw new ModelRetry('The query is empty.');
  if (query.length > LONGEST_QUERY) throw new ModelRetry(`The query is longer than ${LONGEST_QUERY} characters.`);
  if (query.includes('\n')) throw new ModelRetry('The query has a line end, but lines are searched one by one.');
  if (regex) return expressionMatcher(query, ignoreCase);
  if (ignoreCase) return foldedMatcher(query.toLowerCase());
  const bytes = Buffer.from(query, 'utf8');
  const isAscii = !NOT_ASCII.test(query);
  return {
    // Other encodings store the query in other bytes.
    mayMatch: (file) => file.includes(bytes) || hasMark(file) || (!isAscii && isMaybeText(file)),
    mayMatchText: () => true,
    find: (line) => found(line.indexOf(query)),
  };
}

function foldedMatcher(query: string): LineMatcher {
  return {
    mayMatch: isMaybeText,
    mayMatchText: (text) => text.toLowerCase().includes(query),
    find: (line) => found(line.toLowerCase().indexOf(query)),
  };
}

function expressionMatcher(source: string, ignoreCase: boolean): LineMatcher {
  if (hasLineEnd(source)) throw new ModelRetry('The expression has a line end, but lines are searched one by one.');
  const hazard = patternHazard(source);
  const pattern = hazard === undefined ? compiledPattern(ignoreCase ? inLowerCase(source) : source) : undefined;
  if (pattern === undefined) {
    const reason = hazard ?? 'is not a regular expression';
    throw new ModelRetry(`As an expression, the query ${reason}. Set regex to false to find it as text.`);
  }
  const test = (line: string): boolean => pattern.test(ignoreCase ? line.toLowerCase() : line);
  return {
    mayMatch: isMaybeText,
    mayMatchText: DEPENDS_ON_LINES.test(withoutEscapes(source)) ? () => true : (text) => maybe(() => test(text)),
    find: (line) => (test(line) ? 0 : undefined),
  };
}

/** Outside of sets: `[^\\n]` is as good as `.` in one line. */
function hasLineEnd(source: string): boolean {
  return /^(?:[^\\]|\\[^n])*\\n/.test(source.replace(/\[(?:\\[^]|[^\]\\])*\]/g, ''));
}

/** Anchors, and groups that look around. In an expression without them, a line is like any text. */
const DEPENDS_ON_LINES = /(?<!\[)\^|\$|\(\?(?!:)/;

function withoutEscapes(source: string): string {
  return source.replace(/\\[^]/g, '');
}

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

function found(index: number): number | undefined {
  return index < 0 ? undefined : index;
}
