import { HaftError } from '@haft/core';
import { defineTool, type AnyTool } from '@haft/runtime';
import { completeCheck } from '@haft/runtime/feedback';
import { createChecker, pathText, schemaFindings } from '@haft/schema';
import { compiledPattern, indexOfRepeated, PatternLimitError, sameJson, StepBudget } from '@haft/schema/internal';
import { _, Ajv2020, type CodeKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Returns the problem of a structured result as a clause, or undefined if it matches the server's
 * schema.
 */
export type OutputCheck = (value: unknown) => string | undefined;

/**
 * Returns the check of an output schema.
 *
 * @param tool - name of the tool, for messages
 * @throws Error if the schema cannot be used
 */
export function outputCheck(tool: string, schema: Readonly<Record<string, unknown>>): OutputCheck {
  const complaint = schema['type'] === 'object' ? byTheCheckOfArguments(tool, schema) : byAjv(tool, schema);
  return (value) => {
    const problem = complaint(value);
    if (problem === undefined) return undefined;
    const [issue] = createChecker(schema).issuesOf(value);
    if (issue === undefined) return problem;
    const where = issue.path.length === 0 ? '' : `${pathText(issue.path)}: `;
    return `${where}expected ${issue.expected}`;
  };
}

/**
 * Uses the check of arguments. It interprets the keywords that it knows and asks ajv for the
 * others.
 */
function byTheCheckOfArguments(
  tool: string,
  { $schema: _dialect, ...schema }: Readonly<Record<string, unknown>>,
): OutputCheck {
  const { check } = toolWith(tool, schema);
  completeCheck(check);
  return (value) => (check.read(value) === undefined ? 'expected a result that fits its schema' : undefined);
}

/** Returns a tool whose parameters are an output schema. */
function toolWith(tool: string, parameters: Readonly<Record<string, unknown>>): AnyTool {
  const name = 'output';
  try {
    return defineTool({ name, description: 'The result of a tool.', parameters, execute: () => undefined });
  } catch (cause) {
    if (!(cause instanceof HaftError)) throw cause;
    const message = cause.message.replace(`The parameter schema of '${name}'`, () => `The output schema of '${tool}'`);
    const hint = cause.code === 'HAFT_INVALID_SCHEMA' ? 'Fix the output schema in the MCP server.' : cause.hint;
    throw new HaftError(cause.code, message, { hint, cause });
  }
}

/** Checks results that are not objects, which revision 2026-07-28 allows. */
function byAjv(tool: string, schema: Readonly<Record<string, unknown>>): OutputCheck {
  const { problems, foreign } = schemaFindings(schema);
  if (problems.length > 0) throw unusable(tool, problems.join(' '));
  const own = createChecker(schema);
  const more = foreign.length === 0 ? undefined : ajvCheck(tool, schema);
  return (value) => (own.validates(value) ? more?.(value) : 'expected a result that fits its schema');
}

function unusable(tool: string, problem: string, cause?: unknown): Error {
  return new Error(`The output schema of '${tool}' cannot be used: ${problem}`, { cause });
}

function ajvCheck(tool: string, schema: Readonly<Record<string, unknown>>): OutputCheck {
  const budget = new StepBudget();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { regExp: linearPatterns(budget) } });
  const counter = countSteps(ajv, budget);
  const validate = compile(tool, ajv, schema);
  return (value) => {
    budget.restart();
    counter.isOn = true;
    try {
      return validate(value) ? undefined : ajv.errorsText(validate.errors);
    } catch (error) {
      if (error instanceof PatternLimitError)
        return 'expected shorter strings, which fit their patterns in fewer steps';
      // ajv calls itself for each level of a value.
      if (error instanceof TooManySteps || error instanceof RangeError)
        return 'expected a simpler value, which takes fewer steps to check';
      throw error;
    }
  };
}

function compile(tool: string, ajv: Ajv2020, schema: Readonly<Record<string, unknown>>): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (cause) {
    throw unusable(tool, cause instanceof Error ? `${cause.message}.` : String(cause), cause);
  }
}

/** The error if the keywords of a schema take too many steps. */
class TooManySteps extends Error {}

/** Steps of the budget for one step of a keyword, as for arguments. */
const STEPS_OF_KEYWORD = 5;

/**
 * Makes the code of each keyword of ajv spend steps, since references of a recursive schema can
 * take exponential time. Results stay the same. Returns a switch, which is off while ajv checks the
 * schema itself.
 */
function countSteps({ RULES }: Ajv2020, budget: StepBudget): { isOn: boolean } {
  const counter = { isOn: false };
  const spend = (steps: number, value: unknown): void => {
    if (!counter.isOn) return;
    try {
      budget.spend(STEPS_OF_KEYWORD * (steps + sizeOf(value)), '');
    } catch {
      throw new TooManySteps();
    }
  };
  // Each instance of ajv has its own objects of definitions.
  for (const { keyword, definition } of [...RULES.rules, RULES.post].flatMap((group) => group.rules)) {
    const rule = definition as { code?: CodeKeywordDefinition['code']; readonly type: readonly string[] };
    const { code } = rule;
    const visitsAll = rule.type.length > 0 && !VISITS_NAMES.has(keyword);
    if (code === undefined) continue;
    rule.code = (context, type) => {
      const { gen, data } = context;
      const steps = 1 + weightOf(context.schema);
      gen.code(_`${gen.scopeValue('func', { ref: spend })}(${steps}, ${visitsAll ? data : 0})`);
      // ajv compares each item with all others.
      if (keyword === 'uniqueItems') linearUniqueItems(context);
      else code(context, type);
    };
  }
  return counter;
}

/** Keywords that visit the names in the schema, not all properties of the value. */
const VISITS_NAMES: ReadonlySet<string> = new Set([
  'properties',
  'required',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
]);

function linearUniqueItems(context: Parameters<CodeKeywordDefinition['code']>[0]): void {
  const { gen, data } = context;
  if (context.schema !== true) return;
  const found = gen.const('repeated', _`${gen.scopeValue('func', { ref: repeatedItem })}(${data})`);
  context.setParams({ i: _`${found}.i`, j: _`${found}.j` });
  context.pass(_`${found} === undefined`);
}

function repeatedItem(items: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const i = indexOfRepeated(items);
  return i < 0 ? undefined : { i, j: items.findIndex((item) => sameJson(item, items[i])) };
}

/** Returns the number of entries of a keyword. */
function weightOf(schema: unknown): number {
  return typeof schema === 'object' && schema !== null ? Object.keys(schema).length : 0;
}

/** Returns the number of items or properties. ajv counts 16 characters in one step. */
function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length / 16 : weightOf(value);
}

/**
 * Returns the engine of our own checks for ajv, so that no expression of a server can stop the
 * process.
 */
function linearPatterns(budget: StepBudget): RegExpEngine {
  const engine = (pattern: string): ReturnType<RegExpEngine> => {
    const compiled = compiledPattern(pattern, budget);
    return { test: (text) => compiled?.test(text) === true, toString: () => pattern };
  };
  return Object.assign(engine, { code: 'linearPattern' });
}

interface RegExpEngine {
  (pattern: string): { test: (text: string) => boolean; toString: () => string };
  code: string;
}
