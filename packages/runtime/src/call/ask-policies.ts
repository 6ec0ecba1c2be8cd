import { ApprovalRequired, HaftError, type ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { PolicyVerdict } from '../interceptors/policy.js';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';
import { outcomeOfError } from './outcome-of-error.js';
import { denied } from './outcomes.js';

/** What policies want together, unless the call ends: `ApprovalRequired` where one of them threw it, which may say more. */
export type PolicyRuling = 'allow' | 'requireApproval' | ApprovalRequired;

/**
 * What the policies of a tool say together. They are asked in order, up to one that denies: nobody is asked to approve what is denied anyway.
 *
 * @returns an outcome where the call ends here
 * @throws HaftError of a policy: a mistake of the developer
 */
export async function askPolicies(call: Call, args: ReadArguments): Promise<PolicyRuling | ToolOutcome> {
  const { policies, tool } = call.state.planned;
  const asked = { callId: call.id, definition: tool.definition, run: contextOf(call), arguments: args };
  let ruling: PolicyRuling = 'allow';
  for (const policy of policies) {
    let verdict: PolicyVerdict | ApprovalRequired;
    try {
      verdict = await policy.verdict(asked);
    } catch (error) {
      if (error instanceof HaftError) throw error;
      if (!(error instanceof ApprovalRequired)) return outcomeOfError(call, error);
      verdict = error;
    }
    if (isDenial(verdict)) return denied(call, verdict.deny);
    if (verdict !== 'allow' && ruling === 'allow') ruling = verdict;
  }
  return ruling;
}

function isDenial(verdict: PolicyVerdict | ApprovalRequired): verdict is { readonly deny: string } {
  return typeof verdict === 'object' && !(verdict instanceof ApprovalRequired);
}
