import type { Class } from '@haft/core';
import type { VisitRules } from '@haft/core/reflected';
import type { Path } from '@haft/schema';
import { isThenable } from '../../async/is-thenable.js';
import { ownPropertyOnly, type Reach } from './own-property-only.js';
import { propertyPlans, type Condition, type PlannedRule } from './property-plan.js';
import type { RuleArguments } from './validator-metadata.js';

/** What rules are run with. */
export interface RuleOptions {
  /** The run's validation groups: rules of other groups, and rules without groups, do not run. None: all rules run. */
  readonly groups?: readonly string[] | undefined;
  /** Values that break the schema: no rule sees them, or reads the other properties of an object around them. */
  readonly invalid?: readonly InvalidPlace[] | undefined;
}

/** Where a value breaks the schema. */
export interface InvalidPlace {
  readonly path: Path;
  /** It is a list of a wrong length: its items may be valid. */
  readonly isCount?: boolean;
}

/**
 * Runs the class-validator rules that the schema does not say, each property's own and nothing else: same verdicts as
 * `validate()`, without its walk over every decorated class. A promise only where a validator is async.
 *
 * @throws HaftError `HAFT_MISSING_PEER` when the rules cannot be read
 */
export function brokenRules(
  visitRules: (args: never, visit: VisitRules) => void,
  args: object,
  options: RuleOptions = {},
): readonly BrokenRule[] | Promise<readonly BrokenRule[]> {
  const check = new RuleCheck(options);
  try {
    visitRules(args as never, (instance, dto, properties, path) => {
      for (const property of properties) check.property(instance, dto, property, path);
    });
  } catch (error) {
    check.abandon();
    throw error;
  }
  return check.result();
}

/** A rule that said no. */
export interface BrokenRule {
  readonly planned: PlannedRule;
  readonly args: RuleArguments;
  /** Of the property. */
  readonly path: Path;
  /** With `each`, the positions of the items that break the rule. */
  readonly failed: readonly number[];
  /** The object is not valid as a whole. */
  readonly isPartial: boolean;
}

/** One rule of one property. */
interface RuleCase extends Omit<BrokenRule, 'failed' | 'isPartial'> {
  /** Only in an object that is not valid as a whole. */
  readonly reach: Reach | undefined;
}

/** Collects what the rules of one call say. */
class RuleCheck {
  /** In order of the rules; a rule that waits keeps its place. */
  private readonly broken: (BrokenRule | undefined)[] = [];
  private readonly waiting: PromiseLike<void>[] = [];
  private readonly groups: readonly string[] | undefined;
  private readonly invalid: readonly InvalidPlace[];

  constructor({ groups, invalid = [] }: RuleOptions) {
    this.groups = groups;
    this.invalid = invalid;
  }

  /** Runs the rules of a property, if its own value is valid. */
  property(object: object, dto: Class, property: string, parent: Path): void {
    const path = [...parent, property];
    if (this.isInvalid(path)) return;
    const plan = propertyPlans(dto, this.groups).get(property);
    if (plan === undefined) return;
    const value = (object as Readonly<Record<string, unknown>>)[property];
    const isPartial = this.isInvalid(parent);
    const applies = (conditions: readonly Condition[]): boolean => {
      if (!isPartial) return conditions.map((condition) => condition(object, value)).every(Boolean);
      return doApply(conditions, object, property);
    };
    // Every condition is asked, as class-validator does: one may count how often it is.
    if (!applies(plan.conditions)) return;
    for (const planned of plan.rules) {
      const { validateIf, propertyName, constraints } = planned.rule;
      if (validateIf !== undefined && !applies([validateIf])) continue;
      const reach = isPartial ? { isWide: false } : undefined;
      const subject = reach === undefined ? object : ownPropertyOnly(object, property, reach);
      const { name: targetName } = object.constructor;
      this.rule({
        planned,
        args: { targetName, property: propertyName, object: subject, value, constraints },
        path,
        reach,
      });
    }
  }

  result(): readonly BrokenRule[] | Promise<readonly BrokenRule[]> {
    const found = (): readonly BrokenRule[] => this.broken.filter((one) => one !== undefined);
    return this.waiting.length === 0 ? found() : Promise.all(this.waiting).then(found);
  }

  /** A validator threw: nobody waits for the others any more. */
  abandon(): void {
    abandon(this.waiting);
  }

  /** Whether a value, something in it or something around it breaks the schema. */
  private isInvalid(path: Path): boolean {
    return this.invalid.some(
      (one) => agree(one.path, path) && (one.isCount !== true || path.length <= one.path.length),
    );
  }

  private rule(one: RuleCase): void {
    const answers = answersOf(one);
    if (answers === undefined) return;
    if (!answers.some((answer) => isThenable(answer))) {
      this.note(one, answers, this.broken.length);
      return;
    }
    const place = this.broken.push(undefined) - 1;
    const wait = Promise.all(answers).then(
      (values) => {
        this.note(one, values, place);
      },
      (error: unknown) => {
        // Of an invalid object, only a verdict counts: the rule runs again when the object is valid.
        if (one.reach === undefined) throw error;
      },
    );
    this.waiting.push(wait);
  }

  private note({ planned, args, path, reach }: RuleCase, answers: readonly unknown[], place: number): void {
    const failed = answers.flatMap((answer, index) => (Boolean(answer) ? [] : [index]));
    const isUndecided = reach?.isWide === true;
    if (failed.length === 0 || isUndecided) return;
    this.broken[place] = { planned, args, path, failed, isPartial: reach !== undefined };
  }
}

/** Whether two paths lead to the same value, or one of them into the value of the other. */
function agree(one: Path, other: Path): boolean {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** Asks conditions about an object that is not valid as a whole. One that cannot be answered yet is not met. */
function doApply(conditions: readonly Condition[], object: object, property: string): boolean {
  const reach = { isWide: false };
  const subject = ownPropertyOnly(object, property, reach);
  const value = (object as Readonly<Record<string, unknown>>)[property];
  try {
    return conditions.map((condition) => condition(subject, value)).every(Boolean) && !reach.isWide;
  } catch {
    return false;
  }
}

/** What the validator says of the value, or of each of its items. Undefined if it failed in an object that is not valid as a whole. */
function answersOf({ planned: { rule, constraint }, args, reach }: RuleCase): readonly unknown[] | undefined {
  const items = rule.each === true ? itemsOf(args.value) : undefined;
  const answers: unknown[] = [];
  try {
    for (const item of items ?? [args.value]) answers.push(constraint.instance.validate(item, args));
    return answers;
  } catch (error) {
    abandon(answers);
    if (reach === undefined) throw error;
    return undefined;
  }
}

/** A rejection that nobody hears of would end the process. */
function abandon(answers: readonly unknown[]): void {
  for (const answer of answers) if (isThenable(answer)) answer.then(undefined, () => undefined);
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  return value instanceof Set || value instanceof Map ? [...value.values()] : undefined;
}
