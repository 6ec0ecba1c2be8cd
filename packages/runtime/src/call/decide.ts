import type { ApprovalPredicate, ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';
import { defer } from './defer.js';
import { outcomeOfError } from './outcome-of-error.js';

/** Step 7: whether the call waits for somebody: for input of the user, then for an approval, then for another system. */
export async function decide(call: Call, args: ReadArguments): Promise<ToolOutcome | undefined> {
  const { policy, body } = call.state.planned.tool;
  if (body.host.some((parameter) => parameter.kind === 'input')) return defer(call, 'input');
  try {
    for (const approval of policy.approvals ?? []) {
      if (await isNeeded(approval, call, args)) return defer(call, 'approval');
    }
  } catch (error) {
    return outcomeOfError(call, error);
  }
  return policy.external === true ? defer(call, 'external') : undefined;
}

async function isNeeded(approval: true | ApprovalPredicate, call: Call, args: ReadArguments): Promise<boolean> {
  return approval === true || (await approval(args as never, contextOf(call)));
}
