import type { ToolDefinition } from '@haft/core';
import type { Run } from '@haft/runtime';

/** A definition for a client, without metadata and permissions, which are for the host. */
export type DefinitionBody = Omit<ToolDefinition, 'metadata' | 'requires'>;

/**
 * Returns the definitions of a run for a client. If the run has a target, their parameters are in
 * the form of that provider, in which the run reads calls.
 */
export async function definitionBodies(run: Pick<Run, 'definitions' | 'target'>): Promise<readonly DefinitionBody[]> {
  const definitions = await run.definitions();
  const { target } = run;
  if (target === undefined) return definitions.map(forClient);
  const { dialectOf } = await import('@haft/runtime/dialect');
  return definitions.map((definition) => {
    const { parameters, strict } = dialectOf(definition, target);
    return { ...forClient(definition), parameters, strict };
  });
}

function forClient({ metadata: _metadata, requires: _requires, ...definition }: ToolDefinition): DefinitionBody {
  return definition;
}
