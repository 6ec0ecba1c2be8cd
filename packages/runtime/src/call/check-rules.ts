import { HaftError, type ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { brokenRules } from '../rules/broken-rules.js';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';
import { outcomeOfError } from './outcome-of-error.js';
import { refuse } from './refuse-arguments.js';

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
      const issues = await brokenRules(body.visitRules, args, { groups, sensitive: check.sensitive });
      if (issues.length > 0) return refuse(call, { issues });
    }
    for (const validate of policy.validate ?? []) await validate(args as never, contextOf(call) as never);
    return undefined;
  } catch (error) {
    if (error instanceof HaftError) throw error;
    return outcomeOfError(call, error);
  }
}
