import type { Class } from '@haft/core';
import type { VisitRules } from '@haft/core/reflected';
import { describeReceived, hidesValue, type Issue, type Path } from '@haft/schema';
import { isThenable } from '../container/is-thenable.js';
import { propertyPlans, type PlannedRule } from './property-plan.js';
import { ruleMessage } from './rule-message.js';
import type { RuleArguments } from './validator-metadata.js';

/** What rules are run with. */
export interface RuleOptions {
  /** The run's validation groups: rules of other groups, and rules without groups, do not run. None: all rules run. */
  readonly groups?: readonly string[] | undefined;
  /** Paths whose values no text shows; `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
}

/**
 * Runs the class-validator rules that the schema does not say, each property's own and nothing else: same verdicts and
 * messages as `validate()`, without its walk over every decorated class. A promise only where a validator is async.
 *
 * @throws HaftError `HAFT_MISSING_PEER` when the rules cannot be read
 */
export function brokenRules(
  visitRules: (args: never, visit: VisitRules) => void,
  args: object,
  options: RuleOptions = {},
): readonly Issue[] | Promise<readonly Issue[]> {
  const check = new RuleCheck(options.groups, options.sensitive ?? []);
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

/** Collects what the rules of one call say. */
class RuleCheck {
  /** In order of the rules; a rule that waits keeps its place. */
  private readonly issues: (Issue | undefined)[] = [];
  private readonly waiting: PromiseLike<void>[] = [];

  constructor(
    private readonly groups: readonly string[] | undefined,
    private readonly sensitive: readonly Path[],
  ) {}

  property(object: object, dto: Class, property: string, path: Path): void {
    const plan = propertyPlans(dto, this.groups).get(property);
    if (plan === undefined) return;
    const value = (object as Readonly<Record<string, unknown>>)[property];
    // Every condition is asked, as class-validator does: one may count how often it is.
    const holds = plan.conditions.map((condition) => condition(object, value)).every(Boolean);
    if (!holds) return;
    for (const planned of plan.rules) {
      if (planned.rule.validateIf !== undefined && !planned.rule.validateIf(object, value)) continue;
      const args: RuleArguments = {
        targetName: object.constructor.name,
        property: planned.rule.propertyName,
        object,
        value,
        constraints: planned.rule.constraints,
      };
      this.rule(planned, args, path);
    }
  }

  result(): readonly Issue[] | Promise<readonly Issue[]> {
    if (this.waiting.length === 0) return this.found();
    return Promise.all(this.waiting).then(() => this.found());
  }

  /** A validator threw: nobody waits for the others any more. */
  abandon(): void {
    abandon(this.waiting);
  }

  private rule(planned: PlannedRule, args: RuleArguments, path: Path): void {
    const place = this.issues.length;
    const valid = verdict(planned, args);
    if (isThenable(valid)) {
      this.issues.push(undefined);
      const wait = valid.then((answer) => {
        if (!answer) this.issues[place] = this.issueOf(planned, args, path);
      });
      this.waiting.push(wait);
    } else if (!valid) {
      this.issues.push(this.issueOf(planned, args, path));
    }
  }

  private issueOf(planned: PlannedRule, args: RuleArguments, parent: Path): Issue {
    const path = [...parent, args.property];
    const hidden = hidesValue(this.sensitive, path, args.value);
    const message = ruleMessage(planned, hidden ? { ...args, value: HIDDEN } : args);
    const rule = planned.constraint.name;
    return {
      path,
      rule,
      expected: message === '' ? `a value that passes ${rule}` : message,
      received: hidden ? HIDDEN : describeReceived(args.value),
      ...(message !== '' && { message }),
    };
  }

  private found(): readonly Issue[] {
    return this.issues.filter((issue) => issue !== undefined);
  }
}

/** What the validator says of the value, or of each of its items. */
function verdict({ rule, constraint }: PlannedRule, args: RuleArguments): unknown {
  const { value } = args;
  const items = rule.each === true ? itemsOf(value) : undefined;
  if (items === undefined) return constraint.instance.validate(value, args);
  const answers: unknown[] = [];
  try {
    for (const item of items) answers.push(constraint.instance.validate(item, args));
  } catch (error) {
    abandon(answers);
    throw error;
  }
  return answers.some((answer) => isThenable(answer))
    ? Promise.all(answers).then((all) => all.every(Boolean))
    : answers.every(Boolean);
}

/** A rejection that nobody hears of would end the process. */
function abandon(answers: readonly unknown[]): void {
  for (const answer of answers) if (isThenable(answer)) answer.then(undefined, () => undefined);
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  return value instanceof Set || value instanceof Map ? [...value.values()] : undefined;
}

/** Stands for a value that no text shows. */
const HIDDEN = '(hidden)';
