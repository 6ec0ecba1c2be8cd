import { HaftError, type RunContext } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { PrepareTools } from './prepared-toolset.js';
import { preparedTool } from './prepared-tool.js';

/**
 * Returns the tools of a step as a function changes them.
 *
 * @param toolset - its name, for messages
 * @throws {HaftError} `HAFT_PREPARE_RENAMED` if the function adds or renames a tool
 * @throws {HaftError} `HAFT_PREPARE_WIDENED` as {@link preparedTool}
 */
export async function preparedBy(
  prepare: PrepareTools,
  tools: readonly AnyTool[],
  run: RunContext,
  toolset: string,
): Promise<readonly AnyTool[]> {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const definitions = await prepare(
    run,
    tools.map((tool) => tool.definition),
  );
  const prepared = definitions.map(async (definition) => {
    const tool = byName.get(definition.name);
    byName.delete(definition.name);
    if (tool === undefined) throw added(definition.name, toolset);
    return definition === tool.definition ? tool : preparedTool(tool, definition);
  });
  return Promise.all(prepared);
}

function added(name: string, toolset: string): HaftError {
  const message = `prepare of toolset '${toolset}' returned '${name}', which is not one of its tools, or returned it twice.`;
  return new HaftError('HAFT_PREPARE_RENAMED', message, {
    hint: 'prepare cannot add or rename tools; use combine or rename.',
  });
}
