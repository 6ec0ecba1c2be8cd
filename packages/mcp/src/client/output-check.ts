import { HaftError } from '@haft/core';
import { defineTool, type AnyTool } from '@haft/runtime';
import { completeCheck } from '@haft/runtime/feedback';
import { createChecker, pathText, schemaFindings } from '@haft/schema';
import { compiledPattern, indexOfRepeated, PatternLimitError, sameJson, StepBudget } from '@haft/schema/internal';
import { _, Ajv2020, type CodeKeywordDefinition } from 'ajv/dist/2020.js';

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
    throw new HaftError(cause.code, message, { hint: 'Fix the output schema in the MCP server.', cause });
  }
}

/** Checks results that are not objects, which revision 2026-07-28 allows. */
function byAjv(tool: string, schema: Readonly<Record<string, unknown>>): OutputCheck {
  const { problems } = schemaFindings(schema);
  if (problems.length > 0) throw new Error(`The output schema of '${tool}' cannot be used: ${problems.join(' ')}`);
  const own = createChecker(schema);
  const budget = new StepBudget();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { regExp: linearPatterns(budget) } });
  countSteps(ajv, budget);
  const validate = ajv.compile(schema);
  return (value) => {
    if (!own.validates(value)) return 'expected a result that fits its schema';
    budget.restart();
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

/** The error if the keywords of a schema take too many steps. */
class TooManySteps extends Error {}

/** Steps of the budget for one step of a keyword, as for arguments. */
const STEPS_OF_KEYWORD = 5;

/**
 * Makes the code of each keyword of ajv spend steps, since references of a recursive schema can
 * take exponential time. Results stay the same.
 */
function countSteps({ RULES }: Ajv2020, budget: StepBudget): void {
  const spend = (steps: number, value: unknown): void => {
    try {
      budget.spend(STEPS_OF_KEYWORD * (steps + sizeOf(value)), '');
    } catch {
      throw new TooManySteps();
    }
  };
  // Each instance of ajv has its own objects of definitions.
  for (const { keyword, definition } of [...RULES.rules, RULES.post].flatMap((group) => group.rules)) {
    const rule = definition as { code?: CodeKeywordDefinition['code'] };
    const { code } = rule;
    if (code === undefined) continue;
    rule.code = (context, type) => {
      const { gen, data, schema } = context;
      const steps = 1 + weightOf(schema);
      gen.code(_`${gen.scopeValue('func', { ref: spend })}(${steps}, ${data})`);
      // ajv compares each item with all others.
      if (keyword === 'uniqueItems') linearUniqueItems(context);
      else code(context, type);
    };
  }
}

function linearUniqueItems(context: Parameters<CodeKeywordDefinition['code']>[0]): void {
  const { gen, data, schema } = context;
  if (schema !== true) return;
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
