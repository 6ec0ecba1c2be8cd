import { HaftError } from '@haft/core';
import type { Issue, JsonSchemaObject } from '@haft/schema';
import { describeReceived, keysOfPointer } from '@haft/schema/internal';
import { countSteps, type CodeTools, type CountedAjv, type Spend } from './count-steps.js';

/** Returns the problems of a value that ajv finds. Empty if the value is valid. */
export type AjvCheck = (value: unknown) => readonly Issue[];

/**
 * Prepares a schema with keywords that only ajv knows. Loads ajv at the first such schema.
 *
 * @param tool - name of the tool, for messages
 * @param keywords - the keywords that only ajv knows
 * @param limits - the steps that a check may take
 * @throws {HaftError} `HAFT_MISSING_PEER` if ajv 8 is not installed
 * @throws {HaftError} `HAFT_INVALID_SCHEMA` if ajv rejects the schema
 */
export function ajvCheck(
  tool: string,
  schema: JsonSchemaObject,
  keywords: readonly string[],
  limits: CheckLimits,
): AjvCheck {
  const isDraft07 = keywords.some((keyword) => DRAFT_07.test(keyword));
  const Ajv = ajvClass(tool, isDraft07 ? 'ajv' : 'ajv/dist/2020.js', keywords);
  const steps = new LimitedSteps(limits);
  const validate = compile(tool, schema, Ajv, steps);
  return (value) => {
    try {
      if (steps.during(() => validate(value))) return [];
    } catch (error) {
      if (error instanceof TooManySteps) return [{ ...error.expectation, path: [], received: describeReceived(value) }];
      // ajv calls itself for each level of a value.
      if (error instanceof RangeError) return [{ ...SIMPLER_VALUE, path: [], received: describeReceived(value) }];
      throw error;
    }
    return (validate.errors ?? []).slice(0, MOST_ISSUES).map((error) => issueOf(error, value));
  };
}

/**
 * The most issues of one check. A check may find an error for each step, and the model gets
 * fewer.
 */
const MOST_ISSUES = 100;

interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
}
interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly AjvError[] | null;
}
type AjvClass = CodeTools & (new (options: object) => CountedAjv & { compile(schema: object): Validate });

/** The limits of checks. All parts of one check share them. */
export interface CheckLimits {
  /** Returns the test of a regular expression. A check calls it at the first text to test. */
  compile(pattern: string): PatternTest | undefined;
  /** @throws if fewer steps remain. A step takes 5 to 15 ns. */
  spend(steps: number): void;
  /** Resets the steps before the next check. */
  restart(): void;
}

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

  constructor(private readonly limits: CheckLimits) {}

  /**
   * Runs a check with all steps.
   *
   * @throws {TooManySteps} if it needs more
   */
  during(check: () => boolean): boolean {
    this.limits.restart();
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
        this.limits.spend(steps * STEPS_OF_KEYWORD);
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
        compiled ??= this.limits.compile(pattern);
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

/** Keywords that draft 2020-12 no longer has. */
const DRAFT_07 = /^(dependencies|additionalItems|items|\$recursiveRef)/;

function compile(tool: string, schema: JsonSchemaObject, Ajv: AjvClass, { regExp, spend }: LimitedSteps): Validate {
  try {
    // Our checker has checked formats and all other keywords, with the messages of every other
    // tool.
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, code: { regExp } });
    countSteps(ajv, Ajv, spend);
    return ajv.compile(schema);
  } catch (cause) {
    const message = `The parameter schema of '${tool}' cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`;
    throw new HaftError('HAFT_INVALID_SCHEMA', message, {
      hint: 'Fix the schema in defineTool.',
      cause,
    });
  }
}

/** The major version that has these classes, as in `ajv/package.json`. */
const NEEDED = '8.';

function ajvClass(tool: string, specifier: string, keywords: readonly string[]): AjvClass {
  let found: string | undefined;
  try {
    // Imports nothing at load time: `node:module` slows every start, and a bundler must not search
    // for ajv.
    const { createRequire } = process.getBuiltinModule('node:module');
    // A CommonJS bundle has no `import.meta.url`. There, ajv is next to the bundle.
    const require = createRequire((import.meta as { readonly url?: string }).url ?? `${process.cwd()}/`);
    found = (require('ajv/package.json') as { readonly version: string }).version;
    if (found.startsWith(NEEDED)) {
      const loaded = require(specifier) as AjvClass & { readonly default?: AjvClass };
      return loaded.default ?? loaded;
    }
  } catch (cause) {
    throw missing(tool, keywords, 'ajv is not installed', cause);
  }
  throw missing(tool, keywords, `ajv is installed in version ${found}, not in version 8`);
}

function missing(tool: string, keywords: readonly string[], problem: string, cause?: unknown): HaftError {
  const message = `The parameter schema of '${tool}' uses ${keywords.join(', ')}, which only ajv checks, and ${problem}.`;
  return new HaftError('HAFT_MISSING_PEER', message, {
    hint: 'Run `npm install ajv@8`, or write the schema without these keywords. A bundle needs ajv next to it.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function issueOf({ instancePath, keyword, message = 'does not fit the schema' }: AjvError, root: unknown): Issue {
  const path: (string | number)[] = [];
  let value = root;
  for (const key of keysOfPointer(instancePath)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  }
  return { path, rule: keyword, expected: `a value that ${message}`, received: describeReceived(value) };
}
