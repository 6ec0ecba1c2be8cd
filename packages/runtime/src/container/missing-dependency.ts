import { HaftError, type Token } from '@haft/core';
import { tokenText } from './token-text.js';

/** Returns the error for a token without a provider. */
export function missingDependency(token: Token): HaftError {
  return new HaftError('HAFT_MISSING_DEPENDENCY', `Nothing is registered for ${tokenText(token)}.`, {
    hint: 'Add a provider of it to `provide` of createRuntime, or make it optional.',
  });
}
