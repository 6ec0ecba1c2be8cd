/*
 * Passes the tools of a run to LlamaIndexTS.
 */

import type { Run } from '@haft/runtime';
import type { BaseToolWithCall } from 'llamaindex';
import { checkPeer, LLAMAINDEX } from './shared/check-peer.js';
import { requireRun } from './shared/run-source.js';
import { shownForm } from './shared/shown-form.js';

/** A tool of LlamaIndexTS. */
export interface LlamaIndexTool extends BaseToolWithCall {
  /**
   * Calls the tool and returns the text for the model. Never rejects for a mistake of the model.
   */
  readonly call: (input: unknown) => Promise<string>;
}

/**
 * Returns the tools of a run for LlamaIndexTS (`llamaindex` 0.12): one list for every conversation.
 *
 * LlamaIndexTS passes only the arguments to a tool. So Haft creates the id of a call, and the call
 * ends with the run (`run.cancel()`), not with the agent. It returns only text, without a flag for
 * errors. If a call waits for an approval, its outcome is deferred, and `run.pending()` has the
 * request.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` if the installed version of the framework is not
 *   supported
 *
 * @example
 * const clerk = agent({ llm, tools: await toLlamaIndex(run) });
 */
export async function toLlamaIndex<Tools>(run: Run<Tools>): Promise<LlamaIndexTool[]> {
  checkPeer(LLAMAINDEX);
  requireRun('The argument of toLlamaIndex()', run);
  const calls: Run = run;
  const definitions = await run.definitions();
  return definitions.map((definition) => {
    const { name, description } = definition;
    const { parameters } = shownForm(definition, run.target);
    return {
      metadata: { name, description, parameters: { ...parameters } },
      call: async (input) => (await calls.call({ name, arguments: input })).text,
    };
  });
}
