import { ApprovalRequired, type ApprovalPredicate, type DeferredOutcome, type ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { callFingerprint, sameFingerprint } from '../deferral/call-fingerprint.js';
import { askPolicies } from '../around/ask-policies.js';
import type { Call } from '../call.js';
import type { PlainStep } from '../plan/step.js';
import { readyToComplete } from '../arguments/completed-arguments.js';
import { contextOf } from '../context/context-of.js';
import { approvedCall, defer } from '../deferral/defer.js';
import { previewHash } from '../preview/preview-hash.js';
import { outcomeOfHookError } from '../outcome/outcome-of-error.js';
import type { PlannedTool } from '../tools/planned-tool.js';

/** Step 7: decides whether a policy denies the call, or it waits for a person or another system. */
export const decide: PlainStep = {
  names: ['decide'],
  routes: ['usual', 'full', 'remote'],
  needed: mayDeferOrDeny,
  accepts: true,
  runsCode: true,
  run: (call) =>
    mayDeferOrDeny(call.state.planned) || call.decided.demand !== undefined
      ? decideCall(call, call.args as ReadArguments)
      : undefined,
};

/** Defers a call in a worker thread if the input of the user is missing or no longer valid. */
export const requireInput: PlainStep = {
  names: ['decide'],
  routes: ['thread'],
  run: (call) =>
    call.state.planned.tool.input !== undefined && call.decided.input === undefined ? defer(call, 'input') : undefined,
};

function mayDeferOrDeny({ policies, tool: { settings, input } }: PlannedTool): boolean {
  return policies.length > 0 || settings.approvals !== undefined || settings.external === true || input !== undefined;
}

/**
 * Denies or defers a call: for input of the user, then for an approval, then for an external
 * result. Returns undefined if the call continues.
 *
 * @throws {HaftError} a mistake of the developer that a policy or a predicate throws
 */
export async function decideCall(call: Call, args: ReadArguments): Promise<ToolOutcome | undefined> {
  const { policies, tool } = call.state.planned;
  const { settings } = tool;
  await readyToComplete(call);
  const ruling = policies.length === 0 ? 'allow' : await askPolicies(call, args);
  if (typeof ruling === 'object' && !(ruling instanceof ApprovalRequired)) return ruling;
  // The call was decided before it began. Policies may still deny it.
  if (call.decided.reentry !== undefined) return undefined;
  if (call.decided.input === undefined && tool.input !== undefined) return defer(call, 'input');
  const demanded = demandedAgain(call);
  if (demanded !== undefined) return demanded;
  if (ruling instanceof ApprovalRequired && !isGranted(call)) return outcomeOfHookError(call, ruling);
  const approvals = ruling === 'requireApproval' ? ALWAYS : settings.approvals;
  try {
    if (approvals !== undefined && !isGranted(call)) {
      for (const approval of approvals) if (await isNeeded(approval, call, args)) return defer(call, 'approval');
    }
  } catch (error) {
    return outcomeOfHookError(call, error);
  }
  return settings.external === true ? defer(call, 'external') : undefined;
}

const ALWAYS = [true] as const;

/** Returns whether a person approved this call with these arguments. */
export function isGranted(call: Call): boolean {
  const { grant } = call.decided;
  if (grant === undefined) return false;
  const preview = previewHash(grant.approval.preview);
  return sameFingerprint(grant.fingerprint, callFingerprint({ ...approvedCall(call), preview }));
}

/** Defers a call whose decision is void because the tool changed. */
function demandedAgain(call: Call): DeferredOutcome | undefined {
  const { demand } = call.decided;
  const { input } = call.state.planned.tool;
  if (demand === undefined || (demand === 'input' && input === undefined)) return undefined;
  return defer(call, demand);
}

async function isNeeded(approval: true | ApprovalPredicate, call: Call, args: ReadArguments): Promise<boolean> {
  return approval === true || (await approval(args as never, contextOf(call) as never));
}
