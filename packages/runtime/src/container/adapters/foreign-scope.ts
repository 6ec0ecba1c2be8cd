import { HaftError, type Token } from '@haft/core';
import type { Scope } from '../container.js';
import { scopeEnded } from '../instance-store.js';
import { isThenable } from '../../async/is-thenable.js';
import { missingDependency } from '../missing-dependency.js';
import { tokenText } from '../token-text.js';

/** What an adapter says of one run's part of a container that is not ours. */
export interface ForeignScopeParts {
  readonly resolve: (token: Token) => unknown;
  /** False: nothing is registered. Left out: `resolve` alone knows. */
  readonly has?: ((token: Token) => boolean) | undefined;
  /** Ends what was made for the run. */
  readonly dispose?: (() => unknown) | undefined;
}

/** Of some libraries' messages: a cycle in tsyringe makes one of 2 MB. */
const LONGEST_REASON = 1_500;

/** A scope of a container that is not ours, with the errors of ours. */
export class ForeignScope implements Scope {
  private disposal: Promise<void> | undefined;

  constructor(private readonly parts: ForeignScopeParts) {}

  resolve(token: Token): unknown {
    if (this.disposal !== undefined) throw scopeEnded(token, 'the run');
    if (this.parts.has?.(token) === false) throw missingDependency(token);
    try {
      const value = this.parts.resolve(token);
      return isThenable(value)
        ? value.then(undefined, (error: unknown) => Promise.reject(foreignError(token, error)))
        : value;
    } catch (error) {
      throw foreignError(token, error);
    }
  }

  dispose(): Promise<void> {
    return (this.disposal ??= this.end());
  }

  private async end(): Promise<void> {
    await this.parts.dispose?.();
  }
}

function foreignError(token: Token, error: unknown): Error {
  if (error instanceof HaftError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const short = reason.length <= LONGEST_REASON;
  const text = short ? reason : `${reason.slice(0, LONGEST_REASON)}...`;
  return new HaftError('HAFT_PROVIDER_FAILED', `${tokenText(token)} could not be created: ${text}`, {
    hint: `See what the container has registered for ${tokenText(token)}.`,
    // The whole text of megabytes would come back with the cause.
    cause: short ? error : undefined,
  });
}
