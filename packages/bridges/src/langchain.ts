/*
 * Passes the tools of a run to LangChain, and turns tools of LangChain into a toolset.
 */

import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { DynamicStructuredTool, type ToolRunnableConfig } from '@langchain/core/tools';
import { askByInterrupt } from './langchain/ask-by-interrupt.js';
import { messageIdOf } from './langchain/message-id-of.js';
import { toolMessageOf } from './langchain/tool-message-of.js';
import { requireSource, runOf, templateOf, type RunOfContext, type RunSource } from './shared/run-source.js';
import { checkPeer, LANGCHAIN } from './shared/check-peer.js';
import { shownForm } from './shared/shown-form.js';
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
  checkPeer(LANGCHAIN);
  requireSource('toLangChain', source);
  const definitions = await templateOf(source).definitions();
  return definitions.map((definition) => toolOf(definition, source));
}

function toolOf<Tools>(definition: ToolDefinition, source: RunSource<LangChainContext, Tools>): DynamicStructuredTool {
  const { name, description } = definition;
  const { parameters } = shownForm(definition, templateOf(source).target);
  return unchecked(
    new DynamicStructuredTool({
      name,
      description,
      schema: parameters,
      func: async function* (input: unknown, _manager, config: LangChainContext = {}) {
        const outcome = yield* callOf(name, input, config, source);
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
  name: string,
  input: unknown,
  config: LangChainContext,
  source: RunSource<LangChainContext, Tools>,
): AsyncGenerator<unknown, ToolOutcome, undefined> {
  const run = runOf(source, config);
  const id = callIdOf(config);
  const call = { id, name, arguments: input, ...turnOf(messageIdOf(config, id)) };
  const onDeferred = await askByInterrupt(run, call, config);
  const { signal } = config;
  return yield* withProgress((onProgress) => run.call(call, { signal, onProgress, onDeferred }));
}

function callIdOf({ toolCall }: LangChainContext): string | undefined {
  return toolCall?.id;
}
