import { HaftError } from '@haft/core';
import type { Issue, JsonSchemaObject } from '@haft/schema';
import { describeReceived, keysOfPointer } from '@haft/schema/internal';

/** What is wrong with a value by ajv; empty when it fits. */
export type AjvCheck = (value: unknown) => readonly Issue[];

/**
 * Prepares a schema whose keywords only ajv knows. ajv is loaded here, the first time that such a schema comes.
 *
 * @throws HaftError `HAFT_MISSING_PEER` when ajv 8 is not installed
 * @throws HaftError `HAFT_INVALID_SCHEMA` when ajv refuses the schema
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
    // Under `not`, an unknown answer would be taken for a match.
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

/** Tests of regular expressions, which share the steps that a check may take. */
export interface Patterns {
  /** Finds the test of a regular expression. ajv asks for it when a text comes. */
  compile(pattern: string): PatternTest | undefined;
  /** Begins the next check. */
  restart(): void;
}

interface PatternTest {
  /** @throws if the text takes too many steps to match */
  test(text: string): boolean;
}

/** What ajv makes its regular expressions with: by their text, which is also how it tells them apart. */
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

/** Keywords that draft 2020-12 has no more. */
const DRAFT_07 = /^(dependencies|additionalItems|items|\$recursiveRef)/;

function compile(tool: string, schema: JsonSchemaObject, Ajv: AjvClass, regExp: RegExpEngine): Validate {
  try {
    // Formats and all that our own checker knows were checked before, in the same words as for every other tool.
    return new Ajv({ strict: false, allErrors: true, validateFormats: false, code: { regExp } }).compile(schema);
  } catch (cause) {
    const message = `The parameter schema of '${tool}' cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`;
    throw new HaftError('HAFT_INVALID_SCHEMA', message, {
      hint: 'Fix the schema in defineTool.',
      cause,
    });
  }
}

/** The major version that has the classes below, as `ajv/package.json` says it. */
const NEEDED = '8.';

function ajvClass(tool: string, specifier: string, keywords: readonly string[]): AjvClass {
  let found: string | undefined;
  try {
    // Asked for here: `node:module` is nothing that every start should load, and a bundler must not look for ajv.
    const { createRequire } = process.getBuiltinModule('node:module');
    // In a CommonJS bundle there is no `import.meta.url`: there ajv stands beside the bundle.
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
