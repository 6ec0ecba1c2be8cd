import { acceptArguments } from '../arguments/accept-arguments.js';
import { acceptInDialect, type DialectOutcome } from '../arguments/dialect/accept-in-dialect.js';
import type { ToolRun } from '../run/tool-run.js';
import type { AnyTool } from '../toolsets/any-tool.js';

/**
 * Steps 3 to 5 for what a model sent, in the form that this run shows it.
 *
 * @param isFromModel - false for what the program itself may have written, in either form
 */
export function acceptSent(
  run: ToolRun,
  { check, definition }: AnyTool,
  sent: unknown,
  isFromModel = true,
): DialectOutcome {
  const { dialectOf, target, runtime } = run;
  const { argumentLimits: limits } = runtime;
  if (dialectOf === undefined || target === undefined) return { outcome: acceptArguments(check, sent, limits) };
  return acceptInDialect(check, sent, limits, dialectOf(definition, target), isFromModel);
}
