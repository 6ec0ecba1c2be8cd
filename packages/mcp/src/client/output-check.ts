import { defineTool } from '@haft/runtime';
import { completeCheck } from '@haft/runtime/feedback';
import { createChecker, pathText, schemaFindings } from '@haft/schema';
import { compiledPattern, PatternLimitError, StepBudget } from '@haft/schema/internal';
import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Returns the problem of a structured result as a clause, or undefined if it matches the server's
 * schema.
 */
export type OutputCheck = (value: unknown) => string | undefined;

/**
 * Returns the check of an output schema.
 *
 * @throws Error if the schema cannot be used
 */
export function outputCheck(schema: Readonly<Record<string, unknown>>): OutputCheck {
  const complaint = schema['type'] === 'object' ? byTheCheckOfArguments(schema) : byAjv(schema);
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
function byTheCheckOfArguments({ $schema: _dialect, ...schema }: Readonly<Record<string, unknown>>): OutputCheck {
  const { check } = defineTool({
    name: 'output',
    description: 'The result of a tool.',
    parameters: schema,
    execute: () => undefined,
  });
  completeCheck(check);
  return (value) => (check.read(value) === undefined ? 'expected a result that fits its schema' : undefined);
}

/** Checks results that are not objects, which revision 2026-07-28 allows. */
function byAjv(schema: Readonly<Record<string, unknown>>): OutputCheck {
  const { problems } = schemaFindings(schema);
  if (problems.length > 0) throw new Error(`The output schema cannot be used: ${problems.join(' ')}`);
  const own = createChecker(schema);
  const budget = new StepBudget();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { regExp: linearPatterns(budget) } });
  const validate = ajv.compile(schema);
  return (value) => {
    if (!own.validates(value)) return 'expected a result that fits its schema';
    budget.restart();
    try {
      return validate(value) ? undefined : ajv.errorsText(validate.errors);
    } catch (error) {
      if (error instanceof PatternLimitError)
        return 'expected shorter strings, which fit their patterns in fewer steps';
      throw error;
    }
  };
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
