import { ApprovalRequired, type RunContext, type ToolDefinition, type ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { PolicyCall, PolicyVerdict } from './policy.js';
import { showOnly } from '../../events/show-only.js';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import { shownArguments } from '../arguments/shown-arguments.js';
import { outcomeOfHookError } from '../outcome/outcome-of-error.js';
import { denied } from '../outcome/denied.js';

/** The result of all policies if the call continues. An `ApprovalRequired` may have metadata. */
export type PolicyRuling = 'allow' | 'requireApproval' | ApprovalRequired;

/**
 * Asks the policies of a tool in order, up to the first one that denies, since a denied call needs
 * no approval.
 *
 * @returns an outcome if the call ends here
 * @throws {HaftError} the error of a policy: a mistake of the developer
 */
export async function askPolicies(call: Call, args: ReadArguments): Promise<PolicyRuling | ToolOutcome> {
  const { policies } = call.state.planned;
  const asked = new AskedAbout(call, args);
  let ruling: PolicyRuling = 'allow';
  for (const policy of policies) {
    let verdict: PolicyVerdict | ApprovalRequired;
    try {
      verdict = await policy.verdict(asked);
    } catch (error) {
      if (!(error instanceof ApprovalRequired)) return outcomeOfHookError(call, error);
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

/** The view of a call that policies get. */
class AskedAbout implements PolicyCall {
  readonly callId: string;
  readonly definition: ToolDefinition;
  readonly run: RunContext;
  readonly arguments: unknown;
  readonly #call: Call;

  constructor(call: Call, args: ReadArguments) {
    this.callId = call.id;
    this.definition = call.state.planned.tool.definition;
    this.run = contextOf(call);
    this.arguments = args;
    this.#call = call;
  }

  shown(): object {
    return { callId: this.callId, tool: this.#call.name, arguments: shownArguments(this.#call) };
  }
}

showOnly(AskedAbout, 'PolicyCall', (asked) => asked.shown());
