import { HaftError } from './errors/haft-error.js';

/** Returns the error of a method that needs a call in progress. */
export function outsideCall(method: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `RunContext.${method}() needs the context of a call in progress.`, {
    hint: 'Use the RunContext that the tool got, before its call is answered. Elsewhere, use the methods of the run.',
  });
}
