import { ApprovalRequired, type ToolOutcome, type ValidateArguments } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { Issue } from '@haft/schema';
import type { CheckedValue } from '../../toolsets/port/any-tool.js';
import { RefusedByLibrary } from '../../toolsets/define/standard-check.js';
import { loadLazy, loadedLazy, type LazyPart } from '../load-lazy.js';
import type { Call } from '../call.js';
import type { Step } from './step.js';
import { readyToComplete } from '../arguments/completed-arguments.js';
import { contextOf } from '../context/context-of.js';
import { isGranted } from './07-decide.js';
import { dtoRuleIssues } from '../arguments/dto-rule-issues.js';
import { withPreview } from '../preview/with-preview.js';
import { outcomeOfHookError, readyToAnswer } from '../outcome/outcome-of-error.js';

/**
 * Step 6: runs the rules of DTOs that no schema expresses, then `@Validate` of the tool. Adds the
 * preview to a request for an approval, from a validator or a later step.
 */
export const rules: Step = async ({ call, args }, next) => {
  // The arguments were accepted before the tool began. A validator must not stop it halfway.
  const isEntered = call.optional.reentry !== undefined;
  const refused = isEntered ? undefined : await checkRules(call, args as ReadArguments);
  return withPreview(call, args as ReadArguments, refused ?? (await next()));
};

/**
 * Runs the rules. Returns undefined if all of them pass.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` if rules cannot be read
 */
export async function checkRules(call: Call, args: ReadArguments): Promise<ToolOutcome | undefined> {
  return (await checkDtoRules(call, args)) ?? askValidators(call, args);
}

/** Runs only the `@Validate` functions of the tool. */
export async function askValidators(call: Call, args: ReadArguments): Promise<ToolOutcome | undefined> {
  const { settings } = call.state.planned.tool;
  try {
    for (const validate of settings.validate ?? []) await validateArguments(validate, call, args);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedByLibrary) return refusedByLibrary(await loadLazy(), call, error.issues, args);
    await readyToAnswer(call, error);
    return outcomeOfHookError(call, error);
  }
}

function refusedByLibrary(lazy: LazyPart, call: Call, issues: readonly Issue[], args: ReadArguments): ToolOutcome {
  const { check } = call.state.planned.tool;
  const sensitive = lazy.hiddenPathsOf(call);
  const written = lazy.libraryIssues(issues, args, sensitive);
  return lazy.refuse(call, { issues: lazy.maskIssues(check, sensitive, written) });
}

/** Runs only the rules of DTOs. Returns a promise if a rule does, or if a file must be loaded. */
export function checkDtoRules(
  call: Call,
  args: ReadArguments,
): ToolOutcome | undefined | Promise<ToolOutcome | undefined> {
  const { tool } = call.state.planned;
  const { visitRules } = tool.body;
  if (visitRules === undefined) return undefined;
  const checked = { check: tool.check, visitRules };
  const lazy = loadedLazy();
  return lazy === undefined
    ? loadLazy().then((loaded) => runRules(loaded, call, checked, args))
    : runRules(lazy, call, checked, args);
}

function runRules(
  lazy: LazyPart,
  call: Call,
  checked: CheckedValue,
  args: ReadArguments,
): ToolOutcome | undefined | Promise<ToolOutcome | undefined> {
  const refusal = (issues: readonly Issue[]): ToolOutcome | undefined =>
    issues.length === 0 ? undefined : lazy.refuse(call, { issues });
  try {
    const found = dtoRuleIssues(lazy, call.run, checked, { args, sensitive: lazy.hiddenPathsOf(call) });
    if (!(found instanceof Promise)) return refusal(found);
    return found.then(refusal).catch((error: unknown) => outcomeOfHookError(call, error));
  } catch (error) {
    return outcomeOfHookError(call, error);
  }
}

/** Runs a validator. Ignores its `ApprovalRequired` if a person approved the call. */
async function validateArguments(validate: ValidateArguments, call: Call, args: ReadArguments): Promise<void> {
  try {
    await validate(args as never, contextOf(call) as never);
  } catch (error) {
    if (error instanceof ApprovalRequired) {
      await readyToComplete(call);
      if (isGranted(call)) return;
    }
    throw error;
  }
}
