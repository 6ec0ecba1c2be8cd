import type { Class } from '@haft/core';
import type { VisitRules } from '@haft/core/reflected';
import type { Issue, Path } from '@haft/schema';
import { isSamePath } from '@haft/schema/basics';
import { valueAt } from '../value/value-at.js';
import { doApply, type RuleOptions } from './broken-rules.js';
import { propertyPlans, type PlannedRule, type PropertyPlan } from './property-plan.js';
import { wholeValuePhrase } from './rule-phrase.js';
import { verdictOf } from './verdict-of.js';

/** The expectation of a class-validator rule for a value that breaks the schema. */
export interface RuleExpectation {
  readonly path: Path;
  /** A noun phrase. For a list, it is about the items. */
  readonly phrase: string;
  readonly isOfItems: boolean;
}

/**
 * Returns what class-validator rules expect in the places of values that break the schema. The
 * schema alone knows only `a string` for `@IsIBAN()`. A rule that accepts the value has no
 * expectation: another rule made the value invalid.
 *
 * @param args - the arguments with examples in place of the invalid values
 * @param sent - the arguments with the invalid values
 */
export function ruleExpectations(
  visitRules: (args: never, visit: VisitRules) => void,
  { args, sent }: { readonly args: object; readonly sent: unknown },
  { groups, invalid = [] }: RuleOptions,
): readonly RuleExpectation[] {
  const found: RuleExpectation[] = [];
  visitRules(args as never, (instance, dto, properties, parent) => {
    for (const property of properties) {
      const place = [...parent, property];
      const inside = invalid.filter(({ path }) => isAtOrInItem(path, place));
      if (inside.length === 0) continue;
      const rule = wholeValueRule({ instance, dto, property }, groups);
      if (rule === undefined) continue;
      for (const { path } of inside) {
        const isItem = path.length > place.length;
        const isOfItems = rule.isEach && !isItem;
        if (isItem && !rule.isEach) continue;
        if (isOfItems || rule.rejects(valueAt(sent, path))) found.push({ path, phrase: rule.phrase, isOfItems });
      }
    }
  });
  return found;
}

/** Returns an issue with the expectation of a rule, or the issue itself if no rule knows more. */
export function withExpectation(issue: Issue, known: readonly RuleExpectation[]): Issue {
  if (issue.message !== undefined || !REPLACED.has(issue.rule)) return issue;
  const here = known.find(({ path }) => isSamePath(path, issue.path));
  if (here === undefined) return issue;
  if (here.isOfItems) return { ...issue, expected: ofItems(issue.expected, here.phrase) };
  const [length = ''] = LENGTH.exec(issue.expected) ?? [];
  const [alternatives = ''] = OTHERS.exec(issue.expected) ?? [];
  return { ...issue, expected: here.phrase + length + alternatives };
}

/** The rules of a schema about the form of a text. Others say more than a phrase: `one of "a"`. */
const REPLACED: ReadonlySet<string> = new Set([
  ...['type', 'required', 'pattern', 'format', 'anyOf'],
  ...['minLength', 'maxLength'],
]);
/** The length that a schema allows, which the phrase of a rule does not repeat. */
const LENGTH = / of (?:at least|at most|exactly|\d+ to) \d+ characters?\b/;
const OTHERS = /( or null)?( or no value)?$/;

/** Describes the items of a list by a rule: `an array of 1 to 3 values that are each a UUID`. */
function ofItems(list: string, item: string): string {
  const [start = 'an array', count] = LIST.exec(list) ?? [];
  const [alternatives = ''] = OTHERS.exec(list) ?? [];
  return `${start}${count === undefined ? ' of' : ''} values that are each ${item}${alternatives}`;
}

const LIST = /^(?:null or )?an array( of (?:at least |at most |exactly |\d+ to )\d+)?/;

interface Property {
  readonly instance: object;
  readonly dto: Class;
  readonly property: string;
}

/** A rule that describes whole values. */
interface WholeValueRule {
  readonly phrase: string;
  readonly isEach: boolean;
  readonly rejects: (value: unknown) => boolean;
}

/** Returns the first rule that applies whatever the other properties are. */
function wholeValueRule(
  { instance, dto, property }: Property,
  groups: RuleOptions['groups'],
): WholeValueRule | undefined {
  const plan = propertyPlans(dto, groups).get(property);
  if (plan === undefined || !doApply(plan.conditions, instance, property)) return undefined;
  const found = phrasedRule(plan);
  if (found === undefined) return undefined;
  const { planned, phrase } = found;
  const rejects = (value: unknown): boolean =>
    verdictOf(planned, { targetName: dto.name, property, object: instance, value }) === false;
  return { phrase, isEach: planned.rule.each === true, rejects };
}

/** A rule and its phrase. */
interface PhrasedRule {
  readonly planned: PlannedRule;
  readonly phrase: string;
}

/** The rules by plan. To find a phrase takes as long as the rules of the property. */
const known = new WeakMap<PropertyPlan, PhrasedRule | typeof NO_RULE>();
const NO_RULE = 'none';

/** Returns the first rule of a property that describes whole values. */
function phrasedRule(plan: PropertyPlan): PhrasedRule | undefined {
  let found = known.get(plan);
  if (found === undefined) known.set(plan, (found = findPhrasedRule(plan) ?? NO_RULE));
  return found === NO_RULE ? undefined : found;
}

function findPhrasedRule({ rules }: PropertyPlan): PhrasedRule | undefined {
  for (const planned of rules) {
    const phrase = planned.rule.validateIf === undefined ? wholeValuePhrase(planned, rules) : undefined;
    if (phrase !== undefined) return { planned, phrase };
  }
  return undefined;
}

/** Returns whether a path is a property or one of its items. */
function isAtOrInItem(path: Path, place: Path): boolean {
  if (path.length === place.length) return isSamePath(path, place);
  return path.length === place.length + 1 && typeof path.at(-1) === 'number' && isSamePath(path.slice(0, -1), place);
}
