import { ApprovalRequired, type ApprovalPredicate, type DeferredOutcome, type ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { callFingerprint, sameFingerprint } from '../deferral/call-fingerprint.js';
import { askPolicies } from './ask-policies.js';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';
import { approvedCall, defer } from './defer.js';
import { outcomeOfError } from './outcome-of-error.js';

/** Step 7: whether a policy denies the call, or it waits for somebody: for input of the user, then for an approval, then for another system. */
export async function decide(call: Call, args: ReadArguments): Promise<ToolOutcome | undefined> {
  const { policies, tool } = call.state.planned;
  const { policy, body } = tool;
  const ruling = policies.length === 0 ? 'allow' : await askPolicies(call, args);
  if (typeof ruling === 'object' && !(ruling instanceof ApprovalRequired)) return ruling;
  const demanded = demandedAgain(call);
  if (demanded !== undefined) return demanded;
  if (call.rare.input === undefined && body.host.some((parameter) => parameter.kind === 'input')) {
    return defer(call, 'input');
  }
  if (ruling instanceof ApprovalRequired && !isGranted(call)) return outcomeOfError(call, ruling);
  const approvals = ruling === 'requireApproval' ? ALWAYS : policy.approvals;
  try {
    if (approvals !== undefined && !isGranted(call)) {
      for (const approval of approvals) if (await isNeeded(approval, call, args)) return defer(call, 'approval');
    }
  } catch (error) {
    return outcomeOfError(call, error);
  }
  return policy.external === true ? defer(call, 'external') : undefined;
}

const ALWAYS = [true] as const;

/** Whether somebody approved this call with these arguments. Others need another approval. */
export function isGranted(call: Call): boolean {
  const { grant } = call.rare;
  return grant !== undefined && sameFingerprint(grant.fingerprint, callFingerprint(approvedCall(call)));
}

/** A decision became void, for the tool has changed: somebody must look again, whatever the tool asks for by itself now. */
function demandedAgain(call: Call): DeferredOutcome | undefined {
  const { demand } = call.rare;
  const { host } = call.state.planned.tool.body;
  if (demand === undefined || (demand === 'input' && !host.some((parameter) => parameter.kind === 'input'))) {
    return undefined;
  }
  return defer(call, demand);
}

async function isNeeded(approval: true | ApprovalPredicate, call: Call, args: ReadArguments): Promise<boolean> {
  return approval === true || (await approval(args as never, contextOf(call) as never));
}
