import { requireKind, type ToolDefinition } from '@haft/core';

/**
 * Returns tool definitions as a stable text for snapshots. It changes only if a model would see a
 * change. The order is that for the model. It has no fingerprints, because they add no information.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if they are not a list
 */
export function definitionsText(definitions: readonly ToolDefinition[]): string {
  requireKind('The definitions of definitionsText()', definitions, 'a list');
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
