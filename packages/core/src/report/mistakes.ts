import type { Issue } from '@haft/schema';
import { pathText } from '@haft/schema/basics';
import type { RecordedCall } from './recorded-call.js';

/** The same mistake in several calls of a tool. */
export interface Mistake {
  /** The parameter, such as `filters[].since`. Empty for the arguments as a whole. */
  readonly parameter: string;
  /** The broken keyword (`type`, `enum`, `required`), or the name of a rule. */
  readonly rule: string;
  /** The expected value, as models read it. */
  readonly expected: string;
  readonly calls: number;
  /** The values that were sent, the most frequent first. */
  readonly received: readonly { readonly value: string; readonly calls: number }[];
  /** For an unknown name, the parameter that it probably means. */
  readonly meant?: string;
}

/** The most different values of one mistake. */
const MOST_VALUES = 5;

interface Group extends Pick<Mistake, 'parameter' | 'rule' | 'expected'> {
  readonly calls: Set<RecordedCall>;
  readonly received: Map<string, number>;
  readonly meant: Map<string, number>;
}

/** Returns the mistakes in calls by parameter and rule, the most frequent first. */
export function mistakesOf(calls: readonly RecordedCall[]): readonly Mistake[] {
  const groups = new Map<string, Group>();
  for (const call of calls) {
    const { issues = [] } = call;
    const missing = onlyMissing(issues);
    for (const issue of issues) {
      // It was sent under another name: one mistake, not two.
      if (issue === missing) continue;
      const group = groupOf(issue, groups);
      group.calls.add(call);
      add(group.received, issue.received);
      const meant = isUnknown(issue) ? (issue.suggestion ?? nameOf(missing)) : undefined;
      if (meant !== undefined) add(group.meant, meant);
    }
  }
  return [...groups.values()].map(mistakeOf).sort((a, b) => b.calls - a.calls || order(a, b));
}

function groupOf(issue: Issue, groups: Map<string, Group>): Group {
  const parameter = parameterOf(issue);
  const key = JSON.stringify([parameter, issue.rule]);
  const group = groups.get(key) ?? {
    parameter,
    rule: issue.rule,
    expected: issue.expected,
    calls: new Set(),
    received: new Map(),
    meant: new Map(),
  };
  groups.set(key, group);
  return group;
}

function mistakeOf({ calls, received, meant, ...facts }: Group): Mistake {
  const [most] = [...meant].sort(([, a], [, b]) => b - a);
  const values = [...received].sort(([, a], [, b]) => b - a).slice(0, MOST_VALUES);
  return {
    ...facts,
    calls: calls.size,
    received: values.map(([value, count]) => ({ value, calls: count })),
    // A parameter that models mean half of the time is not its other name.
    ...(most === undefined || most[1] * 2 <= calls.size ? {} : { meant: most[0] }),
  };
}

/** Returns the place of an issue. All items of a list are one place. */
function parameterOf({ path }: Pick<Issue, 'path'>): string {
  return pathText(path).replace(/\[\d+\]/g, '[]');
}

function isUnknown({ rule }: Issue): boolean {
  return rule === 'additionalProperties';
}

/** Returns the one required parameter that is missing, if there is one unknown name next to it. */
function onlyMissing(issues: readonly Issue[]): Issue | undefined {
  const missing = issues.filter(({ rule }) => rule === 'required');
  const unknown = issues.filter(isUnknown);
  return missing.length === 1 && unknown.length === 1 && unknown[0]?.path.length === missing[0]?.path.length
    ? missing[0]
    : undefined;
}

function nameOf(issue: Issue | undefined): string | undefined {
  const name = issue?.path.at(-1);
  return name === undefined ? undefined : String(name);
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function order(a: Mistake, b: Mistake): number {
  return `${a.parameter} ${a.rule}` < `${b.parameter} ${b.rule}` ? -1 : 1;
}
