import type { Issue, Path } from '@haft/schema';
import { pathText } from '@haft/schema/basics';
import { cutText } from '@haft/core/internal';

/** The longest expectation or message of an author, in characters. */
const LONGEST_TEXT = 1000;
const LONGEST_PATH = 120;

/** Writes an issue: `max_results: expected an integer from 1 to 100, received 500`. */
export function issueLine({ path, expected, received, suggestion, message }: Issue): string {
  if (message !== undefined) return placeText(path) + oneLine(message);
  return withSuggestion(issueLineUpToReceived(path, expected) + received, suggestion);
}

/** Writes an issue for logs without received values, which a message of the author may quote. */
export function issueLineForLogs({ path, rule, expected, message }: Issue): string {
  return placeText(path) + (message === undefined ? `expected ${oneLine(expected)}` : `breaks the rule ${rule}`);
}

/** Writes an issue for the person who sent the value, without the value: the line may be logged. */
export function issueLineForPeople({ path, expected, suggestion, message }: Issue): string {
  if (message !== undefined) return placeText(path) + oneLine(message);
  return withSuggestion(`${placeText(path)}expected ${oneLine(expected)}`, suggestion);
}

/** Writes the part of an issue before the received value. */
export function issueLineUpToReceived(path: Path, expected: string): string {
  return `${placeText(path)}expected ${oneLine(expected)}, received `;
}

/** Adds the name or value that the model probably meant to a line. */
export function withSuggestion(line: string, suggestion: string | undefined): string {
  return suggestion === undefined ? line : `${line}; did you mean ${JSON.stringify(suggestion)}?`;
}

function placeText(path: Path): string {
  return path.length === 0 ? '' : `${cutText(pathText(path), LONGEST_PATH)}: `;
}

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const LINE_BREAKS = /[\n\r\u0085\u2028\u2029]+/g;

function oneLine(text: string): string {
  const line = LINE_BREAK.test(text) ? text.replace(LINE_BREAKS, ' ') : text;
  return cutText(line, LONGEST_TEXT);
}
