import type { Run } from '@haft/runtime';
import type { BaseToolWithCall } from 'llamaindex';
import { shownForm } from './shared/shown-form.js';

/** A tool of LlamaIndexTS. */
export interface LlamaIndexTool extends BaseToolWithCall {
  readonly call: (input: unknown) => Promise<string>;
}

/**
 * Gives the tools of a run to LlamaIndexTS (`llamaindex` 0.12): one list for every conversation.
 *
 * LlamaIndexTS hands a tool its arguments and nothing else, so a call has an id of Haft's own, ends with the run (`run.cancel()`) and not
 * with the agent, gives text only, and has no flag for errors. What waits for an approval is answered as waiting; `run.pending()` has the
 * request.
 *
 * @example
 * const clerk = agent({ llm, tools: await toLlamaIndex(run) });
 */
export async function toLlamaIndex<Tools>(run: Run<Tools>): Promise<LlamaIndexTool[]> {
  const definitions = await run.definitions();
  return definitions.map((definition) => {
    const { name, description } = definition;
    const { parameters } = shownForm(definition, run.target);
    return {
      metadata: { name, description, parameters: { ...parameters } },
      call: async (input) => (await (run as Run).call({ name, arguments: input })).text,
    };
  });
}
