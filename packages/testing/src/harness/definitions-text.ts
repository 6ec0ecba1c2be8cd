import type { ToolDefinition } from '@haft/core';

/**
 * Tool definitions as a text that stays the same until a model is shown something else: for snapshots. In the order in which a model
 * is shown them; without fingerprints, which say nothing that the rest does not say.
 */
export function definitionsText(definitions: readonly ToolDefinition[]): string {
  return definitions.map(textOf).join('\n\n');
}

function textOf({ fingerprint: _, name, description, ...rest }: ToolDefinition): string {
  const { parameters, result, toolset, version, ...more } = rest;
  const facts = Object.entries(more).filter(([, value]) => value !== undefined);
  return [
    `# ${name}`,
    description,
    `toolset: ${toolset}, version ${version}`,
    ...facts.map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    `parameters: ${JSON.stringify(parameters, undefined, 2)}`,
    ...(result === undefined ? [] : [`result: ${JSON.stringify(result, undefined, 2)}`]),
  ].join('\n');
}
