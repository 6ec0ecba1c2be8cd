import type { VisitRules } from '@haft/core/reflected';
import type { Issue, Path } from '@haft/schema';
import { describeReceived, hidesValue } from '@haft/schema/internal';
import { brokenRules, type BrokenRule, type RuleOptions } from './broken-rules.js';
import { ruleMessage } from './rule-message.js';
import { rulePhrase } from './rule-phrase.js';
import type { RuleArguments } from './validator-metadata.js';

/** Options of {@link ruleIssues}. */
export interface RuleIssueOptions extends RuleOptions {
  /** Paths of values for no text. `*` means each item or key. */
  readonly sensitive?: readonly Path[] | undefined;
}

/**
 * Returns the class-validator rules that arguments break, as issues. An issue has the message of
 * the author, or else the expected and the received value.
 *
 * @returns a promise only if a validator is async
 * @throws {HaftError} HAFT_MISSING_PEER if the rules cannot be read
 */
export function ruleIssues(
  visitRules: (args: never, visit: VisitRules) => void,
  args: object,
  options: RuleIssueOptions = {},
): readonly Issue[] | Promise<readonly Issue[]> {
  const broken = brokenRules(visitRules, args, options);
  const issues = (rules: readonly BrokenRule[]): readonly Issue[] =>
    oneForEachAbsence(rules.flatMap((one) => issuesOf(one, options.sensitive ?? [])));
  return broken instanceof Promise ? broken.then(issues) : issues(broken);
}

/**
 * Combines the issues of an absent property, which breaks all its rules: `expected a string of
 * exactly 4 characters, received nothing`. Keeps messages of the author.
 */
function oneForEachAbsence(issues: readonly Issue[]): readonly Issue[] {
  const absent = new Map<string, Issue[]>();
  const left: Issue[] = [];
  for (const issue of issues) {
    if (issue.message !== undefined || issue.received !== NOTHING) left.push(issue);
    else {
      const key = JSON.stringify(issue.path);
      const known = absent.get(key);
      if (known !== undefined) known.push(issue);
      else {
        absent.set(key, [issue]);
        left.push(issue);
      }
    }
  }
  return left.map((issue) => {
    const all = absent.get(JSON.stringify(issue.path));
    return all?.[0] === issue && all.length > 1 ? { ...issue, expected: combined(all) } : issue;
  });
}

/**
 * Joins phrases, without those that another one contains: `a string`, `a string of 4 characters`.
 */
function combined(issues: readonly Issue[]): string {
  const phrases = [...new Set(issues.map(({ expected }) => expected))];
  const isSaid = (phrase: string): boolean =>
    phrases.some((other) => other !== phrase && (other.startsWith(`${phrase} `) || SAYS_NO_MORE.has(phrase)));
  const [first = '', ...others] = phrases.filter((one) => !isSaid(one));
  return first === '' ? (phrases[0] ?? '') : [first, ...others].join(', and ');
}

/** The phrases that every other phrase implies. */
const SAYS_NO_MORE: ReadonlySet<string> = new Set(['a value', 'a value that is not empty']);
const NOTHING = describeReceived(undefined);

/** The largest number of items with an issue for one rule. */
const MOST_ITEMS = 10;
/** The text in place of a sensitive value. */
const HIDDEN = '(hidden)';

/** Returns one issue with the message of the author, or else an issue for each item. */
function issuesOf(broken: BrokenRule, sensitive: readonly Path[]): readonly Issue[] {
  const { planned, args, path, failed } = broken;
  const rule = planned.constraint.name;
  const { value } = args;
  const expected = rulePhrase(planned, args);
  const issue = (at: Path, one: unknown, phrase: string): Issue => {
    const received = hidesValue(sensitive, at, one) ? HIDDEN : receivedText(one);
    return { path: at, rule, expected: phrase, received };
  };
  if (expected === undefined) {
    const message = messageOf(broken, sensitive);
    return [
      message === '' ? issue(path, value, `a value that passes ${rule}`) : { ...issue(path, value, message), message },
    ];
  }
  if (planned.rule.each !== true || !Array.isArray(value)) return [issue(path, value, expected)];
  return failed.slice(0, MOST_ITEMS).map((index) => issue([...path, index], value[index], expected));
}

/** Describes a value as it was sent. */
function receivedText(value: unknown): string {
  return describeReceived(
    value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().replace('.000Z', 'Z') : value,
  );
}

function messageOf({ planned, args, path, isPartial }: BrokenRule, sensitive: readonly Path[]): string {
  const shown: RuleArguments = hidesValue(sensitive, path, args.value) ? { ...args, value: HIDDEN } : args;
  try {
    return ruleMessage(planned, shown);
  } catch (error) {
    // The message may read invalid properties.
    if (isPartial) return '';
    throw error;
  }
}
