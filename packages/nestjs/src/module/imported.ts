import { HaftError } from '@haft/core';

/**
 * Returns a provider of `HaftModule`. Nest itself would name only its class.
 *
 * @throws {HaftError} HAFT_NOT_PROVIDED if no module imports `HaftModule`
 */
export function imported<Provided>(provided: Provided | undefined, method: string): Provided {
  if (provided !== undefined) return provided;
  throw new HaftError('HAFT_NOT_PROVIDED', `${method} needs HaftModule, which no module imports.`, {
    hint: 'Add HaftModule.forRoot({ toolsets }) to the `imports` of a module of the application.',
  });
}
