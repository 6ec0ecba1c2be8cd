import { HaftError, RunContext } from '@haft/core';

/**
 * The `RunContext` that a provider gets by its class.
 *
 * @throws HaftError `HAFT_MISSING_DEPENDENCY` when the provider is made for something else than a run, such as an HTTP request
 */
export function requestedRun(request: unknown): RunContext {
  if (request instanceof RunContext) return request;
  throw new HaftError('HAFT_MISSING_DEPENDENCY', 'A provider asks for RunContext, and is not made for a run.', {
    hint: 'Only toolsets and what is made for them can have a RunContext. Elsewhere inject REQUEST and look what it is: `request instanceof RunContext`.',
  });
}
