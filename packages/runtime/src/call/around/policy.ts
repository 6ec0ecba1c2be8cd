import {
  HaftError,
  type Class,
  type Interceptor,
  type RunContext,
  type ToolDefinition,
  type ToolOutcome,
} from '@haft/core';

/** What a policy sees of a call: valid arguments, in the form in which the tool gets them. */
export interface PolicyCall {
  readonly callId: string;
  readonly definition: ToolDefinition;
  readonly run: RunContext;
  /** By parameter name, or the one object parameter. */
  readonly arguments: unknown;
}

/** What a policy says: the call goes on, somebody must approve it, or it is denied and the model reads why. */
export type PolicyVerdict = 'allow' | 'requireApproval' | { readonly deny: string };

/** Decides about a call before it is executed. What it throws is treated like what a validator throws. */
export type DecidePolicy = (call: PolicyCall) => PolicyVerdict | Promise<PolicyVerdict>;

/**
 * Decides about calls: by the user, the tool, the arguments. It is asked where approvals are, about valid arguments, before the cache and
 * before anything is executed, and again when an approved call goes on. Of several policies, one that denies counts more than one that
 * wants an approval.
 *
 * @example
 * createRuntime({ interceptors: [policy(({ definition, run }) => {
 *   if (definition.hints?.readOnly === true) return 'allow';
 *   return run.userId === 'admin' ? 'requireApproval' : { deny: 'Only administrators may change something.' };
 * })] })
 */
export function policy(decide: DecidePolicy): Interceptor {
  return new Policy(decide);
}

/** The mark of a policy. Every installed copy of this package knows it. */
const POLICY: unique symbol = Symbol.for('haft.policy');

/** Found by the runtime among interceptors, and asked in the step that decides: the cache is behind it. */
export class Policy implements Interceptor {
  readonly [POLICY] = true;

  constructor(
    private readonly decide: DecidePolicy,
    /** Which tools it is for. */
    readonly matches: (definition: ToolDefinition) => boolean = () => true,
  ) {}

  /** @throws HaftError `HAFT_INVALID_OPTION`: another interceptor called it, where it is too late */
  intercept(): Promise<ToolOutcome> {
    return Promise.reject(
      new HaftError('HAFT_INVALID_OPTION', 'An interceptor calls the one that policy() gave.', {
        hint: 'Give it to createRuntime({ interceptors }), to @Use or to forTools.',
      }),
    );
  }

  /** The same for some of its tools only. */
  only(matches: (definition: ToolDefinition) => boolean): Policy {
    return new Policy(this.decide, (definition) => matches(definition) && this.matches(definition));
  }

  /** @throws HaftError `HAFT_INVALID_OPTION` when the function says none of the three */
  async verdict(call: PolicyCall): Promise<PolicyVerdict> {
    const verdict: unknown = await this.decide(call);
    if (isVerdict(verdict)) return verdict;
    throw new HaftError('HAFT_INVALID_OPTION', `A policy gave no verdict about '${call.definition.name}'.`, {
      hint: "Return 'allow', 'requireApproval' or { deny: 'why' }.",
    });
  }
}

/** Returns whether {@link policy} made the interceptor, also that of another installed copy of this package. */
export function isPolicy(interceptor: Interceptor | Class<Interceptor>): interceptor is Policy {
  return (interceptor as Partial<Policy>)[POLICY] === true;
}

function isVerdict(value: unknown): value is PolicyVerdict {
  if (value === 'allow' || value === 'requireApproval') return true;
  return typeof value === 'object' && value !== null && typeof (value as { deny?: unknown }).deny === 'string';
}
