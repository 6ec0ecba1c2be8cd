import { HaftError, type Token } from '@haft/core';
import type { Scope } from '../container.js';
import { scopeEnded } from '../instance-store.js';
import { isThenable } from '@haft/core/internal';
import { missingDependency } from '../missing-dependency.js';
import { tokenText } from '../token-text.js';

/** The functions of an adapter for the scope of one run. */
export interface ForeignScopeParts {
  readonly resolve: (token: Token) => unknown;
  /** Returns false if nothing is registered. Without it, `resolve` decides. */
  readonly has?: ((token: Token) => boolean) | undefined;
  /** Disposes the values of the run. */
  readonly dispose?: (() => unknown) | undefined;
}

/** The longest text of a library, in characters. A cycle in tsyringe causes a message of 2 MB. */
const LONGEST_REASON = 1_500;

/** A scope of a container of another library, with the errors of Haft. */
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
    // The cause would contain the whole text.
    cause: short ? error : undefined,
  });
}
