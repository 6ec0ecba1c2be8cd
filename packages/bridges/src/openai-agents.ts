/*
 * Passes the tools of a run to the OpenAI Agents SDK.
 */

import { tool, type FunctionTool, type RunContext } from '@openai/agents';
import { approvedInContext } from './openai-agents/approved-in-context.js';
import { toolOutputOf, type ToolOutput } from './openai-agents/tool-output-of.js';
import { runOf, type RunOfContext, type RunSource } from './shared/run-source.js';
import { OPENAI_AGENTS } from './shared/check-peer.js';
import { functionsFor, type ToolFunction } from './shared/tool-function.js';
import { turnOf } from './shared/turn-of.js';

export type { RunOfContext, RunSource };

/**
 * Returns the tools of a run for OpenAI Agents (`@openai/agents` 0.20).
 *
 * With `startRun({ target: 'openai' })`, tools use strict mode if their form loses nothing,
 * otherwise never. Invalid JSON does not reach a tool: the SDK answers it itself.
 *
 * @typeParam Context - the context of the agent
 * @param source - a run, or `{ template, runOf }` for an agent that lives longer
 * @throws {HaftError} `HAFT_MISSING_PEER` if the installed version of the framework is not
 *   supported
 * @example
 * const run = runtime.startRun({ deps, target: 'openai' });
 * const agent = new Agent({ name: 'clerk', model, tools: await toOpenAIAgents(run) });
 * @example
 * const runOf = ({ context }) => context.run;
 * const tools = await toOpenAIAgents<Session>({ template: runtime.startRun(), runOf });
 * const agent = new Agent<Session>({ name: 'clerk', model, tools });
 * await run(agent, 'Hello', { context: { run: runtime.startRun({ deps }) } });
 */
export async function toOpenAIAgents<Context = unknown, Tools = object>(
  source: RunSource<RunContext<Context>, Tools>,
): Promise<OpenAIAgentsTool<Context>[]> {
  const functions = await functionsFor('toOpenAIAgents', source, OPENAI_AGENTS);
  return functions.map((one) => toolOf(one, source));
}

/** A tool of OpenAI Agents. */
export type OpenAIAgentsTool<Context = unknown> = FunctionTool<Context, AnyParameters, ToolOutput>;

type AnyParameters = Extract<Parameters<typeof tool>[0], { strict: false }>['parameters'];

function toolOf<Context, Tools>(
  { name, description, parameters, strict = false, mayWaitFor, call }: ToolFunction<RunContext<Context>>,
  source: RunSource<RunContext<Context>, Tools>,
): OpenAIAgentsTool<Context> {
  const made = tool<AnyParameters, Context, ToolOutput>({
    name,
    description,
    parameters: parameters as AnyParameters,
    strict: false,
    // The SDK asks about invalid JSON too, so only the tools that need it have a function here.
    needsApproval:
      mayWaitFor.includes('approval') &&
      ((context, input, id) => needsApproval(context as RunContext<Context>, input, id)),
    execute: async (input, given, details) => {
      const context = given as RunContext<Context>;
      const sent = details?.toolCall;
      const id = sent?.callId;
      const onDeferred = approvedInContext(context, { id, name });
      const { outcome } = await call(input, { id, ...turnOf(sent?.id), signal: details?.signal, onDeferred, context });
      return toolOutputOf(outcome);
    },
    // Only mistakes of the developer reach this.
    errorFunction: null,
  });
  // A strict schema is already strict. The SDK must rewrite neither it nor the arguments of the
  // model.
  return { ...made, strict };

  async function needsApproval(context: RunContext<Context>, input: unknown, id?: string): Promise<boolean> {
    const waiting = await runOf(source, context).waitsFor({ id, name, arguments: input });
    return waiting?.kind === 'approval';
  }
}
