import type { RunContext } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import { stepsOnDemand } from './load-on-demand.js';

/** Runs the `@Prepare` functions of the tools of a step. Loads their code when it is needed. */
export async function prepareTools(tools: readonly AnyTool[], run: RunContext): Promise<readonly AnyTool[]> {
  const { preparedTools } = await stepsOnDemand.load();
  return preparedTools(tools, run);
}
