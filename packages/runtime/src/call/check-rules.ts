import type { ReadArguments } from '@haft/core/reflected';
import type { ToolOutcome } from '@haft/core';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';
import { outcomeOfError } from './outcome-of-error.js';

/** Step 6: the rules of DTOs that the schema does not say, then the tool's `@Validate`. Nothing when all is well. */
export async function checkRules(call: Call, args: ReadArguments): Promise<ToolOutcome | undefined> {
  const { policy } = call.state.planned.tool;
  try {
    for (const validate of policy.validate ?? []) await validate(args as never, contextOf(call) as never);
    return undefined;
  } catch (error) {
    return outcomeOfError(call, error);
  }
}
