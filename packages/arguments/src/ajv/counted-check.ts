import type { Issue, JsonSchemaObject } from '@haft/schema';
import { compiledPattern, describeReceived, StepBudget } from '@haft/schema/internal';
import type { AjvError } from './expected-by-ajv.js';
import { issuesByAjv } from './issues-by-ajv.js';
import { countSteps, type CodeTools, type CountedAjv, type Spend } from './count-steps.js';

/** Returns the problems of a value that ajv finds. Empty if the value is valid. */
export type CountedCheck = (value: unknown) => readonly Issue[];

/** The exports of ajv 8 that a check needs. Their types are ours, since ajv may be missing. */
export interface Ajv {
  /** The class for the draft of the schema. */
  readonly Ajv: new (options: object) => { compile(schema: object): Validate };
  /** The function that writes code. */
  readonly _: object;
  /** The class of names in code. */
  readonly Name: object;
}

interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly AjvError[] | null;
}

/**
 * Returns a check by ajv that takes a limited number of steps. Checks formats and known keywords
 * like ajv, so use it after our own checker, which has better texts.
 *
 * @param ajv - the class for the draft of the schema, and the functions that write code
 * @param budget - the steps of one check
 * @throws {Error} the error of ajv if it rejects the schema
 */
export function countedCheck(ajv: Ajv, schema: JsonSchemaObject, budget = new StepBudget()): CountedCheck {
  const steps = new LimitedSteps(budget);
  const { regExp } = steps;
  const instance = new ajv.Ajv({
    strict: false,
    allErrors: true,
    verbose: true,
    validateFormats: false,
    code: { regExp },
  });
  countSteps(instance as object as CountedAjv, ajv as CodeTools, steps.spend);
  const validate = instance.compile(schema);
  return (value) => {
    try {
      if (steps.during(() => validate(value))) return [];
    } catch (error) {
      if (error instanceof TooManySteps) return [{ ...error.expectation, path: [], received: describeReceived(value) }];
      // ajv calls itself for each level of a value.
      if (error instanceof RangeError) return [{ ...SIMPLER_VALUE, path: [], received: describeReceived(value) }];
      throw error;
    }
    return issuesByAjv((validate.errors ?? []).slice(0, MOST_ISSUES), value);
  };
}

/**
 * The most issues of one check. A check may find an error for each step, and the model gets
 * fewer.
 */
const MOST_ISSUES = 100;

interface PatternTest {
  /** @throws if the text takes too many steps to match */
  test(text: string): boolean;
}

/** The function that creates regular expressions for ajv. ajv compares them by `toString()`. */
interface RegExpEngine {
  (pattern: string): { test(text: string): boolean; toString(): string };
  readonly code: string;
}

/**
 * Steps of the budget for one step of a keyword, so 400,000 of them are left. They take 30 to 80
 * ms. 2,500 rows of four properties need 60,000.
 */
const STEPS_OF_KEYWORD = 5;

/** Spends the steps of the checks by ajv. */
class LimitedSteps {
  /** Whether ajv checks a value. Otherwise it checks a schema against its meta-schema. */
  private isCheck = false;
  readonly regExp: RegExpEngine = Object.assign((pattern: string) => this.patternOf(pattern), {
    code: 'compilePattern',
  });

  constructor(private readonly budget: StepBudget) {}

  /**
   * Runs a check with all steps.
   *
   * @throws {TooManySteps} if it needs more
   */
  during(check: () => boolean): boolean {
    this.budget.restart();
    this.isCheck = true;
    try {
      return check();
    } finally {
      this.isCheck = false;
    }
  }

  readonly spend: Spend = (steps) => {
    if (this.isCheck) {
      this.limited(SIMPLER_VALUE, () => {
        this.budget.spend(steps * STEPS_OF_KEYWORD, '');
      });
    }
  };

  private patternOf(pattern: string): ReturnType<RegExpEngine> {
    let compiled: PatternTest | undefined;
    let trusted: RegExp | undefined;
    return {
      toString: () => pattern,
      test: (text) => {
        // The patterns of the meta-schema are short and take linear time.
        if (!this.isCheck) return (trusted ??= new RegExp(pattern, 'u')).test(text);
        compiled ??= compiledPattern(pattern, this.budget);
        return this.limited(SHORTER_STRINGS, () => compiled?.test(text) === true);
      },
    };
  }

  private limited<Result>(expectation: Expectation, spend: () => Result): Result {
    try {
      return spend();
    } catch {
      throw new TooManySteps(expectation);
    }
  }
}

type Expectation = Pick<Issue, 'rule' | 'expected'>;

const SHORTER_STRINGS: Expectation = {
  rule: 'pattern',
  expected: 'shorter strings, because these take too long to check against their patterns',
};
const SIMPLER_VALUE: Expectation = {
  rule: 'depth',
  expected: 'a simpler value, because this one takes too long to check',
};

/** The error if a check takes too many steps. It ends the check, also under `not`. */
class TooManySteps extends Error {
  override readonly name = 'TooManySteps';

  constructor(readonly expectation: Expectation) {
    super('The check takes too many steps.');
  }
}
