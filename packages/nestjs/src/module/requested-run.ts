import { HaftError, RunContext } from '@haft/core';

/**
 * Returns the `RunContext` for a provider that injects its class.
 *
 * @throws {HaftError} `HAFT_MISSING_DEPENDENCY` if the provider is not created for a run, but for
 *   an HTTP request, for example
 */
export function requestedRun(request: unknown): RunContext {
  if (request instanceof RunContext) return request;
  throw new HaftError('HAFT_MISSING_DEPENDENCY', 'A provider injects RunContext, but it is not created for a run.', {
    hint: 'Only toolsets and their dependencies can inject RunContext. Elsewhere, inject REQUEST, and read the user as `request instanceof RunContext ? request.deps.user : request.user`.',
  });
}
