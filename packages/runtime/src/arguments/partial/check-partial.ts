import { createChecker, type Issue, type JsonSchemaObject, type Path } from '@haft/schema';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../default-limits.js';
import { readJsonPrefix } from './read-json-prefix.js';

/** What can be said of arguments while they are being written. */
export interface PartialArguments {
  /** The values that are there so far, in objects without a prototype; the last text may be incomplete. For display, never for a call. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly isComplete: boolean;
  /** Problems of values that are complete: whatever follows, they will not go away. */
  readonly issues: readonly Issue[];
  /** The text cannot become JSON any more, or is too large. */
  readonly problem?: string;
}

/** Rules that a value may still come to obey while it grows. */
const MAY_STILL_HOLD = new Set(['required', 'dependentRequired', 'minItems', 'minProperties', 'contains']);

/**
 * Looks at arguments that a model is still writing, for a user interface. Nothing is mended and nothing is executed.
 *
 * @param schema - without one, only the value is told
 */
export function checkPartial(
  text: string,
  schema?: JsonSchemaObject,
  limits: ArgumentLimits = DEFAULT_ARGUMENT_LIMITS,
): PartialArguments {
  const { value, open, problem } = readJsonPrefix(text, limits);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const known = isObject
    ? (value as Readonly<Record<string, unknown>>)
    : (Object.create(null) as Record<string, unknown>);
  const issues = schema === undefined || !isObject ? [] : createChecker(schema).issuesOf(value);
  const last = issues.filter(
    ({ path, rule }) => open === undefined || (!isBeginning(path, open) && !MAY_STILL_HOLD.has(rule)),
  );
  const result = { value: known, isComplete: open === undefined && isObject, issues: last };
  return problem === undefined ? result : { ...result, problem };
}

/** Whether a value contains the place that is still being written. */
function isBeginning(path: Path, open: Path): boolean {
  return path.length <= open.length && path.every((key, i) => key === open[i]);
}
