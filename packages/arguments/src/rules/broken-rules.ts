import type { Class } from '@haft/core';
import type { VisitRules } from '@haft/core/reflected';
import type { Path } from '@haft/schema';
import { overlap } from '@haft/schema/basics';
import { ignoreRejections, isThenable } from '@haft/core/internal';
import { ownPropertyOnly, type Reach } from './own-property-only.js';
import { propertyPlans, type Condition, type PlannedRule } from './property-plan.js';
import type { RuleArguments } from './validator-metadata.js';

/** Options of {@link brokenRules}. */
export interface RuleOptions {
  /** Validation groups of the run. Rules with one of them or `always` run. Default: all run. */
  readonly groups?: readonly string[] | undefined;
  /** Values that break the schema. Rules cannot read them or the properties next to them. */
  readonly invalid?: readonly InvalidPlace[] | undefined;
}

/** The place of a value that breaks the schema. */
export interface InvalidPlace {
  readonly path: Path;
  /** Whether it is a list of a wrong length. Its items may be valid. */
  readonly isCount?: boolean;
}

/**
 * Runs the class-validator rules that the schema does not express. The verdicts are those of
 * `validate()`, but it does not visit all decorated classes.
 *
 * @returns a promise only if a validator is async
 * @throws {HaftError} HAFT_MISSING_PEER if the rules cannot be read
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

/** A broken rule. */
export interface BrokenRule {
  readonly planned: PlannedRule;
  readonly args: RuleArguments;
  /** Path of the property. */
  readonly path: Path;
  /** Positions of the items that break the rule, with `each`. */
  readonly failed: readonly number[];
  /** Whether the object has invalid properties. */
  readonly isPartial: boolean;
}

/** A rule of a property. */
interface RuleCase extends Omit<BrokenRule, 'failed' | 'isPartial'> {
  /** Reads of other properties. Only for an object with invalid properties. */
  readonly reach: Reach | undefined;
}

/** The rules of one call with their verdicts. */
class RuleCheck {
  /** The broken rules, in order. An async rule has a placeholder. */
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
    // Calls every condition, like class-validator: a condition may have side effects.
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

  /** Ignores the async rules after an error of another rule. */
  abandon(): void {
    ignoreRejections(this.waiting);
  }

  /** Returns whether a value, a part of it or a value around it breaks the schema. */
  private isInvalid(path: Path): boolean {
    return this.invalid.some(
      (one) => overlap(one.path, path) && (one.isCount !== true || path.length <= one.path.length),
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
        // An error in an invalid object does not count: the rule runs again in the valid object.
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

/** Returns whether conditions hold in an invalid object without a read of other properties. */
export function doApply(conditions: readonly Condition[], object: object, property: string): boolean {
  const reach = { isWide: false };
  const subject = ownPropertyOnly(object, property, reach);
  const value = (object as Readonly<Record<string, unknown>>)[property];
  try {
    return conditions.map((condition) => condition(subject, value)).every(Boolean) && !reach.isWide;
  } catch {
    return false;
  }
}

/** Returns the verdict for each value. Undefined if the validator throws in an invalid object. */
function answersOf({ planned: { rule, constraint }, args, reach }: RuleCase): readonly unknown[] | undefined {
  const items = rule.each === true ? itemsOf(args.value) : undefined;
  const answers: unknown[] = [];
  try {
    for (const item of items ?? [args.value]) answers.push(constraint.instance.validate(item, args));
    return answers;
  } catch (error) {
    ignoreRejections(answers);
    if (reach === undefined) throw error;
    return undefined;
  }
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  return value instanceof Set || value instanceof Map ? [...value.values()] : undefined;
}
