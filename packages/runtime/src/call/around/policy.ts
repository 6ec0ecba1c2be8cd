import {
  HaftError,
  type Class,
  type Interceptor,
  type RunContext,
  type ToolDefinition,
  type ValueKeepingInterceptor,
} from '@haft/core';

/**
 * The view of a call that a policy gets: valid arguments, in the form that the tool gets.
 *
 * @typeParam Deps - the dependencies of the run, default: unknown
 */
export interface PolicyCall<Deps = unknown> {
  /** The id of the call. */
  readonly callId: string;
  /** The definition that the model sees. */
  readonly definition: ToolDefinition;
  /** The context of the call. */
  readonly run: RunContext<Deps>;
  /** The arguments by parameter name, or the one object parameter. */
  readonly arguments: unknown;
}

/**
 * The result of a policy: the call continues, a person must approve it, or it is denied and the
 * model reads the reason.
 */
export type PolicyVerdict = 'allow' | 'requireApproval' | { readonly deny: string };

/**
 * Decides about a call before it is executed. Haft treats its errors like those of a validator.
 * `run` is `call.run`. You may type `call` as `PolicyCall<YourDeps>`, or `run` as
 * `RunContext<YourDeps>`: TypeScript compares the parameter types of methods in both directions.
 */
export type DecidePolicy = {
  decide(call: PolicyCall, run: RunContext): PolicyVerdict | Promise<PolicyVerdict>;
}['decide'];

/**
 * Returns an interceptor that decides about calls: by the user, the tool, the arguments. Haft asks
 * it about valid arguments, before the cache and before the execution, and again when an approved
 * call continues. If one of several policies denies, the call is denied, even if another one
 * requires an approval.
 *
 * @param decide - returns `'allow'`, `'requireApproval'`, or `{ deny: 'the reason' }`
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is not a function
 * @example
 * const byUser = policy(({ definition, run }) => {
 *   if (definition.hints?.readOnly === true) return 'allow';
 *   return run.userId === 'admin' ? 'requireApproval' : { deny: 'Only administrators may do it.' };
 * });
 * createRuntime({ toolsets, interceptors: [byUser] });
 */
export function policy(decide: DecidePolicy): ValueKeepingInterceptor {
  if (typeof decide !== 'function') {
    throw new HaftError('HAFT_INVALID_OPTION', 'policy was given no function.', {
      hint: "Write policy(({ definition }) => (definition.hints?.readOnly ? 'allow' : 'requireApproval')).",
    });
  }
  return new Policy(decide);
}

/** The mark of a policy. All installed copies of this package share it. */
const POLICY: unique symbol = Symbol.for('haft.policy');

/** An interceptor that the runtime asks in the step that decides, before the cache. */
export class Policy implements ValueKeepingInterceptor {
  readonly [POLICY] = true;

  constructor(
    private readonly decide: DecidePolicy,
    /** Selects the tools that it decides about. */
    readonly matches: (definition: ToolDefinition) => boolean = () => true,
  ) {}

  /**
   * @throws {HaftError} `HAFT_INVALID_OPTION` since another interceptor called it, which is too
   *   late
   */
  intercept(): Promise<never> {
    return Promise.reject(
      new HaftError('HAFT_INVALID_OPTION', 'An interceptor calls the one that policy() gave.', {
        hint: 'Give it to createRuntime({ interceptors }), to @Use or to forTools.',
      }),
    );
  }

  /** Returns the same policy for fewer tools. */
  only(matches: (definition: ToolDefinition) => boolean): Policy {
    return new Policy(this.decide, (definition) => matches(definition) && this.matches(definition));
  }

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if the function returns something else */
  async verdict(call: PolicyCall): Promise<PolicyVerdict> {
    const verdict: unknown = await this.decide(call, call.run);
    if (isVerdict(verdict)) return verdict;
    throw new HaftError('HAFT_INVALID_OPTION', `A policy gave no verdict about '${call.definition.name}'.`, {
      hint: "Return { deny: 'why' }, 'requireApproval', or 'allow' for a call that you checked.",
    });
  }
}

/** Returns whether {@link policy} of any installed copy of this package created the interceptor. */
export function isPolicy(interceptor: Interceptor | Class<Interceptor>): interceptor is Policy {
  return (interceptor as Partial<Policy>)[POLICY] === true;
}

function isVerdict(value: unknown): value is PolicyVerdict {
  if (value === 'allow' || value === 'requireApproval') return true;
  return typeof value === 'object' && value !== null && typeof (value as { deny?: unknown }).deny === 'string';
}
