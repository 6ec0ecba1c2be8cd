import { HaftError, type ToolDefinition } from '@haft/core';
import type { Run } from '@haft/runtime';
import type { Target } from '@haft/schema/dialects';
import { builtOnce } from './built-once.js';

/**
 * The tools of requests to one provider. Tools of the provider's own can stand beside them, in an array of their own:
 * `[...tools, { type: 'web_search' }]`.
 *
 * @typeParam Tool - an entry of the array that a request has
 */
export interface RequestTools<Tool> {
  /**
   * What a run shows in this step; the same array while that is the same.
   *
   * @throws HaftError `HAFT_INVALID_OPTION` when the run was not started with `target`, so that it would misread the calls; and as `tools` does
   */
  toolsOf(run: Pick<Run, 'definitions' | 'target'>): Promise<Tool[]>;
  /**
   * The same for definitions, wherever they are from. With `startRun({ toolSearch: 'provider' })` hidden tools are marked for the search of the
   * provider, which stands beside them.
   *
   * @throws HaftError `HAFT_STRICT_MODE` when a tool asks for strict mode and cannot have it; `HAFT_INVALID_OPTION` when the provider has to
   *   search and has no search
   */
  tools(definitions: readonly ToolDefinition[]): Tool[];
}

/** The tools of requests, from what makes them of definitions. */
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
