import { ApprovalRequired, HaftError, type ToolOutcome, type ValidateArguments } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { Issue } from '@haft/schema';
import type { ToolBody } from '../toolsets/any-tool.js';
import { RefusedByLibrary } from '../toolsets/define/refused-by-library.js';
import { loadCareful, loadedCareful, type CarefulPart } from '../load-careful.js';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';
import { isGranted } from './decide.js';
import { outcomeOfError } from './outcome-of-error.js';

/**
 * Step 6: the rules of DTOs that the schema does not say, then the tool's `@Validate`. Nothing when all is well.
 *
 * @throws HaftError `HAFT_MISSING_PEER` when rules cannot be read
 */
export async function checkRules(call: Call, args: ReadArguments): Promise<ToolOutcome | undefined> {
  const { policy } = call.state.planned.tool;
  const refused = await checkDtoRules(call, args);
  if (refused !== undefined) return refused;
  try {
    for (const validate of policy.validate ?? []) await validateArguments(validate, call, args);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedByLibrary) return refusedByLibrary(await loadCareful(), call, error.issues, args);
    return thrownByRule(call, error);
  }
}

function refusedByLibrary(
  careful: CarefulPart,
  call: Call,
  issues: readonly Issue[],
  args: ReadArguments,
): ToolOutcome {
  const { check } = call.state.planned.tool;
  const sensitive = careful.hiddenPathsOf(call);
  const written = careful.libraryIssues(issues, args, sensitive);
  return careful.refuse(call, { issues: careful.shownIssues(check, sensitive, written) });
}

/** The rules of DTOs alone. A promise only where one of them waits, or what runs them must be loaded. */
export function checkDtoRules(
  call: Call,
  args: ReadArguments,
): ToolOutcome | undefined | Promise<ToolOutcome | undefined> {
  const { visitRules } = call.state.planned.tool.body;
  if (visitRules === undefined) return undefined;
  const careful = loadedCareful();
  return careful === undefined
    ? loadCareful().then((loaded) => runRules(loaded, call, visitRules, args))
    : runRules(careful, call, visitRules, args);
}

function runRules(
  { brokenRules, hiddenPathsOf, refuse, shownIssues }: CarefulPart,
  call: Call,
  visitRules: NonNullable<ToolBody['visitRules']>,
  args: ReadArguments,
): ToolOutcome | undefined | Promise<ToolOutcome | undefined> {
  const { validationGroups: groups } = call.run.options;
  const { check } = call.state.planned.tool;
  const sensitive = hiddenPathsOf(call);
  const refusal = (issues: readonly Issue[]): ToolOutcome | undefined =>
    issues.length === 0 ? undefined : refuse(call, { issues: shownIssues(check, sensitive, issues) });
  try {
    const found = brokenRules(visitRules, args, { groups, sensitive });
    if (!(found instanceof Promise)) return refusal(found);
    return found.then(refusal).catch((error: unknown) => thrownByRule(call, error));
  } catch (error) {
    return thrownByRule(call, error);
  }
}

function thrownByRule(call: Call, error: unknown): ToolOutcome {
  if (error instanceof HaftError) throw error;
  return outcomeOfError(call, error);
}

/** A validator that wants an approval has it, once somebody approved the call. */
async function validateArguments(validate: ValidateArguments, call: Call, args: ReadArguments): Promise<void> {
  try {
    await validate(args as never, contextOf(call) as never);
  } catch (error) {
    if (error instanceof ApprovalRequired && isGranted(call)) return;
    throw error;
  }
}
