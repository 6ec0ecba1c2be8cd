import { HaftError, type ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { PolicyVerdict } from '../interceptors/policy.js';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';
import { outcomeOfError } from './outcome-of-error.js';
import { denied } from './outcomes.js';

/**
 * What the policies of a tool say together. They are asked in order, up to one that denies: nobody is asked to approve what is denied anyway.
 *
 * @returns an outcome where the call ends here
 * @throws HaftError of a policy: a mistake of the developer
 */
export async function askPolicies(call: Call, args: ReadArguments): Promise<'allow' | 'requireApproval' | ToolOutcome> {
  const { policies, tool } = call.state.planned;
  const asked = { callId: call.id, definition: tool.definition, run: contextOf(call), arguments: args };
  let ruling: 'allow' | 'requireApproval' = 'allow';
  for (const policy of policies) {
    let verdict: PolicyVerdict;
    try {
      verdict = await policy.verdict(asked);
    } catch (error) {
      if (error instanceof HaftError) throw error;
      return outcomeOfError(call, error);
    }
    if (typeof verdict === 'object') return denied(call, verdict.deny);
    if (verdict === 'requireApproval') ruling = verdict;
  }
  return ruling;
}
