/*
 * Passes the tools of a run to LangChain, and turns tools of LangChain into a toolset.
 */

import type { ToolOutcome } from '@haft/core';
import { DynamicStructuredTool, type ToolRunnableConfig } from '@langchain/core/tools';
import { askByInterrupt } from './langchain/ask-by-interrupt.js';
import { messageIdOf } from './langchain/message-id-of.js';
import { toolMessageOf } from './langchain/tool-message-of.js';
import { runOf, type RunOfContext, type RunSource } from './shared/run-source.js';
import { LANGCHAIN } from './shared/check-peer.js';
import { functionsFor, type ToolFunction } from './shared/tool-function.js';
import { turnOf } from './shared/turn-of.js';
import { withProgress } from './shared/with-progress.js';

export { fromLangChain, type FromLangChainOptions } from './langchain/from-langchain.js';
export type { LangChainArtifact } from './langchain/tool-message-of.js';
export type { RunOfContext, RunSource };

/** The additional input of a tool in LangChain. `context` and `configurable` come from the host. */
export type LangChainContext = ToolRunnableConfig;

/**
 * Returns the tools of a run for LangChain (`@langchain/core` 1) and LangGraph.
 *
 * @param source - a run, or `{ template, runOf }` for an agent that lives longer
 * @throws {HaftError} `HAFT_MISSING_PEER` if the installed version of the framework is not
 *   supported
 * @example
 * const agent = createAgent({ model, tools: await toLangChain(run) });
 * @example
 * const runOf = ({ context }) => context.run;
 * const tools = await toLangChain({ template: runtime.startRun(), runOf });
 * const agent = createAgent({ model, tools, contextSchema });
 * await agent.invoke({ messages }, { context: { run: runtime.startRun({ deps }) } });
 */
export async function toLangChain<Tools>(source: RunSource<LangChainContext, Tools>): Promise<DynamicStructuredTool[]> {
  const functions = await functionsFor('toLangChain', source, LANGCHAIN);
  return functions.map((one) => toolOf(one, source));
}

function toolOf<Tools>(
  one: ToolFunction<LangChainContext>,
  source: RunSource<LangChainContext, Tools>,
): DynamicStructuredTool {
  const { name, description, parameters } = one;
  return unchecked(
    new DynamicStructuredTool({
      name,
      description,
      schema: parameters,
      func: async function* (input: unknown, _manager, config: LangChainContext = {}) {
        const outcome = yield* callOf(one, input, config, source);
        return toolMessageOf(outcome, callIdOf(config));
      },
    }),
  );
}

/**
 * Returns a tool that accepts every value. LangChain would validate the arguments by the schema and
 * not tell the model about the problems. Chat models, which read `tool.schema` in different ways,
 * find the real schema.
 */
function unchecked(one: DynamicStructuredTool): DynamicStructuredTool {
  const lenient = Object.create(one, { schema: { value: {} } }) as DynamicStructuredTool;
  one.invoke = one.invoke.bind(lenient);
  return one;
}

async function* callOf<Tools>(
  { name, call }: ToolFunction<LangChainContext>,
  input: unknown,
  context: LangChainContext,
  source: RunSource<LangChainContext, Tools>,
): AsyncGenerator<unknown, ToolOutcome, undefined> {
  const id = callIdOf(context);
  const onDeferred = await askByInterrupt(runOf(source, context), { id, name, arguments: input }, context);
  const options = { id, ...turnOf(messageIdOf(context, id)), signal: context.signal, onDeferred, context };
  const { outcome } = yield* withProgress((onProgress) => call(input, { ...options, onProgress }));
  return outcome;
}

function callIdOf({ toolCall }: LangChainContext): string | undefined {
  return toolCall?.id;
}
