import { constantText, type Constant } from '../../program/constant.js';
import { evaluate, evaluateProperties, type Evaluation } from '../../program/evaluate.js';
import type { ts } from '../../program/typescript.js';
import type { RuleUse } from './decorator-uses.js';
import type { RuleEntry } from './rule-entry.js';

/** The validation options of one decorator. */
export interface RuleOptions {
  readonly each: boolean;
  /** The author's message. */
  readonly message: string | undefined;
  /** Whether it needs class-validator: groups, a condition, a message function. */
  readonly beyond: boolean;
  /**
   * Whether the rule also runs for groups, when other rules of its property do not: `groups`,
   * `always`.
   */
  readonly inGroups: boolean;
}

/** Reads the arguments of the decorators of one property. */
export class RuleArguments {
  /**
   * @param property - the value of `$property` in messages
   * @param target - the class, and the value of `$target` in messages
   */
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly property: string,
    private readonly target: string,
  ) {}

  /** Returns the arguments before the options, or undefined if one is not a constant. */
  constants(use: RuleUse, entry: RuleEntry): readonly Constant[] | undefined {
    const values: Constant[] = [];
    for (const argument of use.args.slice(0, optionsAt(use, entry, this.checker))) {
      const result = evaluate(argument, this.checker, use.bindings);
      if (!('value' in result)) return undefined;
      values.push(result.value);
    }
    return values;
  }

  /** Returns the validation options. */
  options(use: RuleUse, entry: RuleEntry): RuleOptions {
    const argument = use.args[optionsAt(use, entry, this.checker)];
    if (argument === undefined) return { each: false, message: undefined, beyond: false, inGroups: false };
    const properties = evaluateProperties(argument, this.checker, use.bindings);
    if (!(properties instanceof Map)) return this.withoutOptions(argument, use);
    const options = properties as ReadonlyMap<string, Evaluation>;
    const value = (name: string): Constant | symbol => {
      const found = options.get(name);
      return found === undefined || 'value' in found ? found?.value : NOT_CONSTANT;
    };
    const [each, message, groups] = [value('each'), value('message'), value('groups')];
    const hasGroups = groups !== undefined && !(Array.isArray(groups) && groups.length === 0);
    const beyond = hasGroups || value('validateIf') !== undefined || typeof each === 'symbol' || !isText(message);
    return {
      each: each === true,
      message: typeof message === 'string' ? this.filled(message, use, entry) : undefined,
      beyond,
      inGroups: hasGroups || ![undefined, false].includes(value('always') as boolean | undefined),
    };
  }

  /** Returns the options if a helper's parameter may pass `undefined`, which means no options. */
  private withoutOptions(argument: ts.Expression, use: RuleUse): RuleOptions {
    const whole = evaluate(argument, this.checker, use.bindings);
    const isSomething = !('value' in whole) || whole.value !== undefined;
    return { each: false, message: undefined, beyond: isSomething, inGroups: isSomething };
  }

  /** Fills everything into a message that is known now. `$value` stays. */
  private filled(message: string, use: RuleUse, entry: RuleEntry): string {
    const constraints = this.constants(use, entry) ?? [];
    let text = message;
    for (const [index, constraint] of constraints.entries()) {
      const shown = Array.isArray(constraint)
        ? (constraint as readonly Constant[]).map(constantText).join(', ')
        : constantText(constraint);
      text = text.replaceAll(`$constraint${index + 1}`, () => shown);
    }
    return text.replaceAll('$property', () => this.property).replaceAll('$target', () => this.target);
  }
}

const NOT_CONSTANT = Symbol('no constant');

function isText(message: Constant | symbol): boolean {
  return message === undefined || typeof message === 'string';
}

const OPTION_NAMES = ['each', 'message', 'groups', 'always', 'context', 'validateIf'];

/**
 * Returns the position of the validation options. `Matches(pattern, options)` has them in the
 * position of the modifiers.
 */
function optionsAt(use: RuleUse, entry: RuleEntry, checker: ts.TypeChecker): number {
  const early = entry.optionsMayComeEarly === true ? use.args[entry.optionsAt - 1] : undefined;
  if (early === undefined || use.args[entry.optionsAt] !== undefined) return entry.optionsAt;
  const properties = evaluateProperties(early, checker, use.bindings);
  const isOptions = properties instanceof Map && OPTION_NAMES.some((name) => properties.has(name));
  return isOptions ? entry.optionsAt - 1 : entry.optionsAt;
}
