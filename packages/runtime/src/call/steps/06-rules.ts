import { ApprovalRequired, type ToolOutcome, type ValidateArguments } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { RefusedByLibrary } from '@haft/compose/internal';
import { loadLazy, type LazyPart } from '../load-lazy.js';
import type { Call } from '../call.js';
import type { PlainStep } from '../plan/step.js';
import { readyToComplete } from '../arguments/completed-arguments.js';
import { contextOf } from '../context/context-of.js';
import { isGranted } from './07-decide.js';
import { checkDtoRules } from '../arguments/check-dto-rules.js';
import { outcomeOfHookError, readyToAnswer } from '../outcome/outcome-of-error.js';

/** Step 6: runs the rules of DTOs that no schema expresses, then `@Validate` of the tool. */
export const rules: PlainStep = {
  names: ['rules'],
  routes: ['usual', 'full', 'remote'],
  needed: ({ tool }) => tool.body.visitRules !== undefined || tool.settings.validate !== undefined,
  accepts: true,
  runsCode: true,
  run(call) {
    const { tool } = call.state.planned;
    // The arguments were accepted before the tool began. A validator must not stop it halfway.
    if (call.decided.reentry !== undefined) return undefined;
    const args = call.args as ReadArguments;
    return tool.settings.validate === undefined ? checkDtoRules(call, args) : checkRules(call, args);
  },
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
    if (error instanceof RefusedByLibrary) return refusedByLibrary(await loadLazy(), call, error, args);
    await readyToAnswer(call, error);
    return outcomeOfHookError(call, error);
  }
}

function refusedByLibrary(lazy: LazyPart, call: Call, { issues }: RefusedByLibrary, args: ReadArguments): ToolOutcome {
  const { check } = call.state.planned.tool;
  const sensitive = lazy.hiddenPathsOf(call);
  const found = issues.map((issue) => lazy.issueOfLibrary(issue, args));
  const written = lazy.libraryIssues(found, args, sensitive);
  return lazy.refuse(call, { issues: lazy.maskIssues(check, sensitive, written) });
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
