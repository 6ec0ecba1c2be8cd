import { HaftError, type ToolDefinition } from '@haft/core';
import type { Run } from '@haft/runtime';
import type { Target } from '@haft/schema/dialects';
import { builtOnce } from './built-once.js';

/**
 * The tools of requests to one provider. Add tools of the provider in a new array:
 * `[...tools, { type: 'web_search' }]`.
 *
 * @typeParam Tool - an entry of the array in a request
 */
export interface RequestTools<Tool> {
  /**
   * Returns the tools of this step. The array is the same while the tools are the same.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the run was not started with `target`, so that it
   *   would misread the calls. Also throws as `tools` does.
   */
  toolsOf(run: Pick<Run, 'definitions' | 'target'>): Promise<Tool[]>;
  /**
   * Returns the tools for any definitions. With `startRun({ toolSearch: 'provider' })`, marks
   * hidden tools for the search of the provider, which is in the array too.
   *
   * @throws {HaftError} `HAFT_STRICT_MODE` if a tool requires strict mode and cannot use it
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the provider must search but cannot
   */
  tools(definitions: readonly ToolDefinition[]): Tool[];
}

/** Returns the tools of requests, from functions that build them. */
export function requestTools<Tool>(
  target: Target,
  buildAll: (definitions: readonly ToolDefinition[]) => Tool[],
): RequestTools<Tool> {
  const tools = builtOnce(buildAll);
  const toolsOf = async (run: Pick<Run, 'definitions' | 'target'>): Promise<Tool[]> => {
    if (run.target !== target) throw otherTarget(run.target, target);
    return tools(await run.definitions());
  };
  return { tools, toolsOf };
}

function otherTarget(actual: Target | undefined, target: Target): HaftError {
  const started = actual === undefined ? 'without a target' : `for the target '${actual}'`;
  return new HaftError('HAFT_INVALID_OPTION', `The run was started ${started}, and its tools go to '${target}'.`, {
    hint: `Start it with startRun({ target: '${target}' }): schemas are rewritten for a provider, and the run undoes that in the calls.`,
  });
}
