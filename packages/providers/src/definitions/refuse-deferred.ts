import { HaftError, type ToolDefinition } from '@haft/core';

/**
 * Rejects deferred tools, for providers without a tool search.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the run leaves the search for tools to the provider
 */
export function refuseDeferred(definitions: readonly ToolDefinition[], provider: string): void {
  const hidden = definitions.find(({ deferred }) => deferred === true);
  if (hidden === undefined) return;
  throw new HaftError(
    'HAFT_INVALID_OPTION',
    `The run leaves it to the provider to find '${hidden.name}', and ${provider} has no tool search.`,
    { hint: "Leave out startRun({ toolSearch: 'provider' }): then the run has a tool search_tools for it." },
  );
}
