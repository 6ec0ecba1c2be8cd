import type { VisitRules } from '@haft/core/reflected';
import { exampleOf, type Issue, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import type { DialectForm } from '@haft/schema/dialects';
import { ignoreRejections } from '@haft/core/internal';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from '../accepted-arguments.js';
import { completeCheck } from '../check-tools.js';
import { parseFromDialect } from '../dialect/parse-from-dialect.js';
import { parseArguments } from '../parse-arguments.js';
import { brokenRules } from '../rules/broken-rules.js';

/** A valid arguments object of a tool, in the form that the model knows. */
export type Example = Readonly<Record<string, JsonValue>>;

/** The checks for the arguments of a tool. */
export interface ExampleChecks {
  readonly check: ArgumentCheck;
  readonly visitRules: ((args: never, visit: VisitRules) => void) | undefined;
  readonly limits: AcceptOptions;
  /** Form that the model knows. Default: the schema of the tool. */
  readonly form?: DialectForm | undefined;
}

/**
 * Returns an example that a call accepts. A schema does not express all rules, so each candidate
 * goes through the checks of a call.
 *
 * @param names - arguments that the example has if possible
 * @returns undefined if no candidate is valid
 */
export function acceptedExample(checks: ExampleChecks, names: readonly string[]): Example | undefined {
  const { check, form } = checks;
  const example = completeCheck(check).example();
  if (example === undefined) return undefined;
  const schema = check.schema();
  const whole = withArguments(example, names, schema);
  for (const candidate of whole === example ? [example] : [whole, example]) {
    const written = form === undefined ? candidate : (form.write(candidate) as Example | undefined);
    if (written !== undefined && isAccepted(checks, written)) return written;
  }
  return undefined;
}

/** Returns the names of the arguments with problems, each once, in the order of the problems. */
export function argumentsAbout(
  { properties = {} }: JsonSchemaObject,
  issues: readonly Issue[],
  most = Infinity,
): readonly string[] {
  const names = new Set<string>();
  for (const { path, suggestion } of issues) {
    // For an unknown name, the suggestion is the argument to explain.
    for (const name of [path[0], suggestion]) {
      if (typeof name === 'string' && names.size < most && Object.hasOwn(properties, name)) names.add(name);
    }
  }
  return [...names];
}

/** Adds arguments: the example may have only the required ones. */
function withArguments(example: Example, names: readonly string[], schema: JsonSchemaObject): Example {
  const added = names.flatMap((name): [string, JsonValue][] => {
    const value = Object.hasOwn(example, name) ? undefined : exampleOf(schema.properties?.[name] ?? true, schema);
    return value === undefined ? [] : [[name, value]];
  });
  return added.length === 0 ? example : { ...example, ...Object.fromEntries(added) };
}

/** Returns whether a call accepts arguments without a repair, in all validation groups. */
function isAccepted(checks: ExampleChecks, example: Example): boolean {
  try {
    const outcome = outcomeOf(checks, JSON.stringify(example));
    if (outcome.refusal !== undefined || outcome.repairs.some(({ kind }) => kind !== 'dialect')) return false;
    if (checks.check.isPending?.(outcome.args) === true) return false;
    const broken = checks.visitRules === undefined ? [] : brokenRules(checks.visitRules, outcome.args);
    if (Array.isArray(broken)) return broken.length === 0;
    // An async rule answers too late for this text.
    ignoreRejections([broken]);
    return false;
  } catch {
    return false;
  }
}

function outcomeOf({ check, limits, form }: ExampleChecks, sent: string): ArgumentsOutcome {
  if (form === undefined) return parseArguments(check, sent, limits);
  return parseFromDialect(check, sent, limits, { form, isFromModel: true }).outcome;
}
