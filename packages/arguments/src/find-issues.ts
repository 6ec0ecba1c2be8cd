import type { Findings, Issue, Path } from '@haft/schema';
import { findingsBy, Search } from '@haft/schema/internal';
import type { ArgumentCheck } from './accepted-arguments.js';
import { checkerOf } from './checker-of.js';
import { libraryIssues } from './library-issues.js';
import { authorMessages } from './rules/author-messages.js';
import type { NameChange } from './value/declared-names.js';
import { withWrittenNumbers } from './written-numbers.js';

/** The text of the arguments. */
interface SentText {
  readonly text?: string | undefined;
  /** The names of the text that are declared names in the value. Default: none. */
  readonly names?: readonly NameChange[];
}

/**
 * Finds the problems of a value with the emitted collector, or else with the schema. If these find
 * none, the check itself explains why it rejects the value.
 *
 * @param sent - the text that the model sent, if it sent one, and its names that were replaced
 */
export function findIssues(
  check: ArgumentCheck,
  value: unknown,
  { text, names = [] }: SentText,
  sensitive: readonly Path[],
): Findings {
  const { compiled, collector, messages: table } = check;
  const messages = table === undefined ? undefined : authorMessages(check.schema(), table(), value, sensitive);
  const collect = collector?.collect;
  // A collector gives up at an undeclared name.
  const collected =
    collect === undefined ? undefined : findingsBy(collect, value, searchOf(check, sensitive, messages));
  const findings = collected ?? checkerOf(check.schema(), compiled).findingsOf(value, { sensitive, messages });
  const { issues, isHopeless, hasJsonText, hasUnclearValue, isInsideSensitive } = findings;
  if (issues.length === 0) return { issues: [...ownIssuesOf(check, value, sensitive)], ...UNKNOWN };
  if (!hasUnclearValue || text === undefined) return findings;
  return {
    issues: withWrittenNumbers(issues, text, names),
    isHopeless,
    hasJsonText,
    hasUnclearValue,
    isInsideSensitive,
  };
}

/** Returns the options of a search by an emitted collector. Most have no messages, and are kept. */
function searchOf(
  { collector, open }: ArgumentCheck,
  sensitive: readonly Path[],
  messages: Search['messages'],
): Search {
  const known = collector?.search;
  if (known !== undefined && messages === undefined && known.paths === sensitive) return known;
  const search = new Search({ sensitive, messages, declaresAll: !open });
  if (collector !== undefined && messages === undefined) collector.search = search;
  return search;
}

function ownIssuesOf({ issuesOf }: ArgumentCheck, value: unknown, sensitive: readonly Path[]): readonly Issue[] {
  const issues = issuesOf?.(value) ?? [];
  return issues.length === 0 ? [UNEXPLAINED] : libraryIssues(issues, value, sensitive);
}

/** The schema found no issue: coercion may help, and any value may be unclear or sensitive. */
const UNKNOWN = { isHopeless: false, hasJsonText: true, hasUnclearValue: true, isInsideSensitive: true };

/** The issue if only the check rejects a value, and has no explanation. */
const UNEXPLAINED: Issue = {
  path: [],
  rule: 'schema',
  expected: 'arguments that fit the schema of the tool',
  received: 'an object that does not',
};
