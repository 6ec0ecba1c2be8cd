import { ApprovalRequired, HaftError, type ToolOutcome, type ValidateArguments } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { loadCareful } from '../load-careful.js';
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
  const { policy, body, check } = call.state.planned.tool;
  try {
    if (body.visitRules !== undefined) {
      const groups = call.run.options.validationGroups;
      const { brokenRules, hiddenPaths, refuse } = await loadCareful();
      const sensitive = hiddenPaths(check, call.run.runtime.redactedKeys);
      const issues = await brokenRules(body.visitRules, args, { groups, sensitive });
      if (issues.length > 0) return refuse(call, { issues });
    }
    for (const validate of policy.validate ?? []) await validateArguments(validate, call, args);
    return undefined;
  } catch (error) {
    if (error instanceof HaftError) throw error;
    return outcomeOfError(call, error);
  }
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
