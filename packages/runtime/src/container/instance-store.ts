import { HaftError, ModelRetry, StopRun, ToolFailed, type Token } from '@haft/core';
import { disposeOf, disposerOf, type DisposalOptions } from './disposal.js';
import { isThenable } from '@haft/core/internal';
import { withinTime } from '../async/within-time.js';
import type { PlannedValue } from './plan/plan.js';
import { tokenText } from './token-text.js';

/** The values of one lifetime. It creates each once and disposes them in reverse order. */
export class InstanceStore {
  /** The values, or promises of async values in progress. A failed one is removed for a new try. */
  private readonly values = new Map<PlannedValue, unknown>();
  /** The values to dispose, oldest first. A dependency is older than its dependents. */
  private readonly disposables = new Map<object, Token>();
  private readonly pending = new Set<PromiseLike<unknown>>();
  private state: 'open' | 'ending' | 'ended' = 'open';
  private disposal: Promise<void> | undefined;

  constructor(
    /** Name for messages: `the run`, `the runtime`. */
    private readonly name: string,
    private readonly options: DisposalOptions,
  ) {}

  /** Returns the stored value, or calls `create` and stores its result. */
  once(planned: PlannedValue, create: () => unknown): unknown {
    this.refuseWhenEnded(planned.token);
    const known = this.values.get(planned);
    if (known !== undefined || this.values.has(planned)) return known;
    const value = create();
    this.values.set(planned, isThenable(value) ? this.settling(planned, value) : value);
    return this.values.get(planned);
  }

  /** Creates a new value. Disposes it with this store. */
  make(planned: PlannedValue, dependencies: readonly unknown[]): unknown {
    this.refuseWhenEnded(planned.token);
    if (planned.source.kind !== 'made') return undefined;
    try {
      const value = planned.source.make(dependencies);
      return isThenable(value) ? this.arriving(planned.token, value) : this.own(planned.token, value);
    } catch (error) {
      throw this.providerError(planned.token, error);
    }
  }

  /** Disposes all values, newest first, and values that arrive later. Never rejects. */
  dispose(): Promise<void> {
    return (this.disposal ??= this.disposeAll());
  }

  private async settling(planned: PlannedValue, value: PromiseLike<unknown>): Promise<unknown> {
    try {
      const settled = await value;
      this.values.set(planned, settled);
      return settled;
    } catch (error) {
      this.values.delete(planned);
      throw error;
    }
  }

  private async arriving(token: Token, value: PromiseLike<unknown>): Promise<unknown> {
    this.pending.add(value);
    try {
      return this.own(token, await value);
    } catch (error) {
      throw this.providerError(token, error);
    } finally {
      this.pending.delete(value);
    }
  }

  private own(token: Token, value: unknown): unknown {
    if (disposerOf(value) === undefined || this.disposables.has(value as object)) return value;
    this.disposables.set(value as object, token);
    if (this.state === 'ended') void disposeOf(token, value, this.options);
    return value;
  }

  private async disposeAll(): Promise<void> {
    this.state = 'ending';
    if (this.pending.size > 0) {
      const late = (): Error => new Error('too late');
      await withinTime(Promise.allSettled(this.pending), this.options.timeoutMs, late).catch(() => undefined);
    }
    this.state = 'ended';
    for (const [value, token] of [...this.disposables].reverse()) await disposeOf(token, value, this.options);
  }

  /**
   * Adds the name of the provider to the error of a constructor or factory. Does not change a
   * `HaftError` or an error for the model.
   */
  private providerError(token: Token, cause: unknown): unknown {
    if ([HaftError, ModelRetry, ToolFailed, StopRun].some((kind) => cause instanceof kind)) return cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    // A factory that reads `run.deps.mailer` throws a TypeError in a run without `deps`.
    const isOfRun = this.name === 'the run' && cause instanceof TypeError;
    const deps = isOfRun ? ' If it reads `deps` of the run, give them to startRun({ deps }).' : '';
    return new HaftError('HAFT_PROVIDER_FAILED', `${tokenText(token)} could not be created: ${reason.slice(0, 500)}`, {
      hint: `See the cause: the constructor or factory of ${tokenText(token)} threw it.${deps}`,
      cause,
    });
  }

  private refuseWhenEnded(token: Token): void {
    if (this.state === 'open') return;
    throw scopeEnded(token, this.name);
  }
}

/** Returns the error of a request after the end of a scope. */
export function scopeEnded(token: Token, ended: string): HaftError {
  return new HaftError('HAFT_SCOPE_ENDED', `${tokenText(token)} was asked for after ${ended} had ended.`, {
    hint: 'Keep no scope and no RunContext longer than its run; end a run when its calls are done.',
  });
}
