import type { Findings, Issue, JsonValue } from '@haft/schema';
import { isBelow, isObject, isSamePath } from '@haft/schema/basics';
import type { CheckedValue } from './accepted-arguments.js';
import { openedItems, type OpenedValues } from './value/opened-values.js';
import { valueAt } from './value/value-at.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/**
 * Returns the issues inside of opened values, or undefined if they have a type that is wrong too.
 */
export function issuesInside(
  opened: OpenedValues | undefined,
  findingsOf: (value: unknown) => Findings,
): (OpenedValues & CheckedValue) | undefined {
  if (opened === undefined) return undefined;
  const { issues } = findingsOf(opened.value);
  const isOther = issues.some(({ path }) => opened.paths.some((one) => isSamePath(one, path)));
  return isOther ? undefined : { ...opened, issues };
}

/** Returns whether an issue may be that of an object that was sent for a list. */
export function mayBeItem({ rule, received }: Issue): boolean {
  return rule === 'type' && (received === 'an object' || received === '(hidden)');
}

/** Adds the issues of each object that was sent for a list, as those of its first item. */
export function withItemIssues(
  value: JsonObject,
  issues: readonly Issue[],
  findingsOf: (value: unknown) => Findings,
): readonly Issue[] {
  const items = issuesInside(openedItems(value, issues), findingsOf);
  if (items === undefined) return issues;
  return issues.flatMap((issue) => {
    if (!items.paths.some((path) => isSamePath(path, issue.path))) return [issue];
    const inside = items.issues.filter(({ path }) => isBelow(path, [...issue.path, 0]));
    return resemblesItem(valueAt(value, issue.path), inside, issue.path.length + 2) ? [issue, ...inside] : [issue];
  });
}

/**
 * Returns whether an object has a name of the items of a list. If not, it was not meant as one.
 *
 * @param depth - the number of keys in the path of a name
 */
function resemblesItem(value: unknown, inside: readonly Issue[], depth: number): boolean {
  const isUnknown = ({ path, rule }: Issue): boolean => path.length === depth && rule === 'additionalProperties';
  return isObject(value) && Object.keys(value).length > inside.filter(isUnknown).length;
}
