import { HaftError } from '@haft/core';
import type { Issue, JsonSchemaObject } from '@haft/schema';
import { describeReceived, keysOfPointer } from '@haft/schema/internal';

/** Returns the problems of a value that ajv finds. Empty if the value is valid. */
export type AjvCheck = (value: unknown) => readonly Issue[];

/**
 * Prepares a schema with keywords that only ajv knows. Loads ajv at the first such schema.
 *
 * @param tool - name of the tool, for messages
 * @param keywords - the keywords that only ajv knows
 * @param patterns - tests of regular expressions with a limit of steps
 * @throws {HaftError} `HAFT_MISSING_PEER` if ajv 8 is not installed
 * @throws {HaftError} `HAFT_INVALID_SCHEMA` if ajv rejects the schema
 */
export function ajvCheck(
  tool: string,
  schema: JsonSchemaObject,
  keywords: readonly string[],
  patterns: Patterns,
): AjvCheck {
  const isDraft07 = keywords.some((keyword) => DRAFT_07.test(keyword));
  const Ajv = ajvClass(tool, isDraft07 ? 'ajv' : 'ajv/dist/2020.js', keywords);
  const engine = new PatternEngine(patterns);
  const validate = compile(tool, schema, Ajv, engine.regExp);
  return (value) => {
    engine.restart();
    const isValid = validate(value);
    // Under `not`, ajv would take a test without a result for a match.
    if (engine.hasGivenUp) return [tooManySteps(value)];
    return isValid ? [] : (validate.errors ?? []).map((error) => issueOf(error, value));
  };
}

interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
}
interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly AjvError[] | null;
}
type AjvClass = new (options: object) => { compile(schema: object): Validate };

/** Tests of regular expressions. All tests of one check share a limit of steps. */
export interface Patterns {
  /** Finds the test of a regular expression. ajv calls it at the first text to test. */
  compile(pattern: string): PatternTest | undefined;
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

/** Runs the patterns of a schema for ajv. */
class PatternEngine {
  /** Whether a text took too many steps to match in the present check. */
  hasGivenUp = false;
  readonly regExp: RegExpEngine = Object.assign((pattern: string) => this.patternOf(pattern), {
    code: 'compilePattern',
  });

  constructor(private readonly patterns: Patterns) {}

  restart(): void {
    this.hasGivenUp = false;
    this.patterns.restart();
  }

  private patternOf(pattern: string): ReturnType<RegExpEngine> {
    let compiled: PatternTest | undefined;
    return {
      toString: () => pattern,
      test: (text) => {
        if (this.hasGivenUp) return false;
        compiled ??= this.patterns.compile(pattern);
        try {
          return compiled?.test(text) === true;
        } catch {
          this.hasGivenUp = true;
          return false;
        }
      },
    };
  }
}

function tooManySteps(value: unknown): Issue {
  const expected = 'shorter strings, because these take too long to check against their patterns';
  return { path: [], rule: 'pattern', expected, received: describeReceived(value) };
}

/** Keywords that draft 2020-12 no longer has. */
const DRAFT_07 = /^(dependencies|additionalItems|items|\$recursiveRef)/;

function compile(tool: string, schema: JsonSchemaObject, Ajv: AjvClass, regExp: RegExpEngine): Validate {
  try {
    // Our checker has checked formats and all other keywords, with the messages of every other
    // tool.
    return new Ajv({ strict: false, allErrors: true, validateFormats: false, code: { regExp } }).compile(schema);
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
