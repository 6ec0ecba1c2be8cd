import type { ShownPreview, ToolOutcome } from '@haft/core';
import type { AcceptedArguments, ArgumentRefusal } from '@haft/arguments';
import { askPolicies } from '../../call/around/ask-policies.js';
import { Call } from '../../call/call.js';
import { TRIAL, type Decided } from '../../call/call-parts.js';
import { askPreview, hasPreview, isPreview, readPreview } from '../../call/preview/ask-preview.js';
import { askValidators } from '../../call/steps/06-rules.js';
import { resolveTool } from '../../call/steps/09-resolve.js';

/** Accepted arguments of a call, and the accepted values of its user. */
export type TriedValues = Pick<AcceptedArguments, 'args' | 'wire'> & Pick<Decided, 'input' | 'inputArgs'>;

/**
 * Asks the code that runs before the method about values of a person, before the decision counts.
 * Nothing is counted and no event is sent. Only a `ModelRetry` rejects the values: the call itself
 * meets all other answers again.
 */
export class PersonTrial {
  private readonly call: Call;

  constructor(
    { run, state, id }: Call,
    private readonly values: TriedValues,
  ) {
    const { wire, args, input, inputArgs } = values;
    this.call = new Call(run, state, id, wire);
    this.call.wire = wire;
    this.call.args = args;
    this.call.counting = TRIAL;
    this.call.decided = { ...this.call.decided, input, inputArgs };
  }

  /** Asks the validators, then the policies. */
  async rules(): Promise<ArgumentRefusal | undefined> {
    const { call } = this;
    const { args } = this.values;
    const broken = this.problemOf(await askValidators(call, args));
    if (broken !== undefined || call.state.planned.policies.length === 0) return broken;
    const ruling = await askPolicies(call, args);
    return typeof ruling === 'object' && 'status' in ruling ? this.problemOf(ruling) : undefined;
  }

  /** Asks for the preview. Returns nothing if there is none, or if its method fails. */
  async preview(): Promise<{ readonly preview?: ShownPreview; readonly broken?: ArgumentRefusal | undefined }> {
    const { call } = this;
    if (!hasPreview(call)) return {};
    const target = await resolveTool(call);
    if ('status' in target) return {};
    const answer = await readPreview(call, () => askPreview(call, target));
    return isPreview(answer) ? { preview: answer } : { broken: this.problemOf(answer) };
  }

  private problemOf(outcome: ToolOutcome | undefined): ArgumentRefusal | undefined {
    if (outcome?.status !== 'retry') return undefined;
    return { issues: outcome.issues, problem: this.call.counting.asked };
  }
}
