/*
 * Passes the tools of a run to LlamaIndexTS.
 */

import type { Run } from '@haft/runtime';
import type { BaseToolWithCall } from 'llamaindex';
import { LLAMAINDEX } from './shared/check-peer.js';
import { requireRun } from './shared/run-source.js';
import { functionsFor } from './shared/tool-function.js';

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
 * @deprecated LlamaIndexTS has had no release since December 2025, and this bridge goes with the
 *   next major version. Use a maintained framework, or `functionsOf` of `@haft/bridges/functions`.
 * @throws {HaftError} `HAFT_MISSING_PEER` if the installed version of the framework is not
 *   supported
 *
 * @example
 * const clerk = agent({ llm, tools: await toLlamaIndex(run) });
 */
export async function toLlamaIndex<Tools>(run: Run<Tools>): Promise<LlamaIndexTool[]> {
  requireRun('The argument of toLlamaIndex()', run);
  const functions = await functionsFor('toLlamaIndex', run, LLAMAINDEX);
  return functions.map(({ name, description, parameters, call }) => ({
    metadata: { name, description, parameters: { ...parameters } },
    call: async (input) => (await call(input)).text,
  }));
}
