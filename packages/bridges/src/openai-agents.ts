import type { ToolDefinition } from '@haft/core';
import { tool, type FunctionTool, type RunContext } from '@openai/agents';
import { approvedInContext } from './openai-agents/approved-in-context.js';
import { toolOutputOf, type ToolOutput } from './openai-agents/tool-output-of.js';
import { runOf, templateOf, type RunOfContext, type RunSource } from './shared/run-source.js';
import { shownForm } from './shared/shown-form.js';

export type { RunOfContext, RunSource };

/**
 * Gives the tools of a run to OpenAI Agents (`@openai/agents` 0.20).
 *
 * With `startRun({ target: 'openai' })` tools are sent in strict mode where nothing is lost by it; else never. Text that is no JSON
 * does not reach a tool: the SDK answers it itself.
 *
 * @typeParam Context - the context of the agent
 * @param source - a run; or, for an agent that lives longer, `{ template, runOf }`
 * @example
 * const agent = new Agent({ name: 'clerk', model, tools: await toOpenAIAgents(runtime.startRun({ deps, target: 'openai' })) });
 * @example
 * const tools = await toOpenAIAgents<Session>({ template: runtime.startRun(), runOf: ({ context }) => context.run });
 * await run(new Agent<Session>({ name: 'clerk', model, tools }), 'Hello', { context: { run: runtime.startRun({ deps }) } });
 */
export async function toOpenAIAgents<Context = unknown, Tools = object>(
  source: RunSource<RunContext<Context>, Tools>,
): Promise<OpenAIAgentsTool<Context>[]> {
  const definitions = await templateOf(source).definitions();
  return Promise.all(definitions.map((definition) => toolOf(definition, source)));
}

/** A tool of OpenAI Agents. */
export type OpenAIAgentsTool<Context = unknown> = FunctionTool<Context, AnyParameters, ToolOutput>;

type AnyParameters = Extract<Parameters<typeof tool>[0], { strict: false }>['parameters'];

async function toolOf<Context, Tools>(
  definition: ToolDefinition,
  source: RunSource<RunContext<Context>, Tools>,
): Promise<OpenAIAgentsTool<Context>> {
  const { name, description } = definition;
  const template = templateOf(source);
  const { parameters, strict = false } = shownForm(definition, template.target);
  const mayAsk = (await template.mayWaitFor(name)).includes('approval');
  const made = tool<AnyParameters, Context, ToolOutput>({
    name,
    description,
    parameters: parameters as AnyParameters,
    strict: false,
    // The SDK asks about text that is no JSON as well, so only the tools that need it have a function here.
    needsApproval: mayAsk && ((context, input, id) => needsApproval(context as RunContext<Context>, input, id)),
    execute: async (input, context, details) => {
      const given = context as RunContext<Context>;
      const call = { id: details?.toolCall?.callId, name, arguments: input };
      const onDeferred = approvedInContext(given, call);
      return toolOutputOf(await runOf(source, given).call(call, { signal: details?.signal, onDeferred }));
    },
    // Only mistakes of the developer come here.
    errorFunction: null,
  });
  // The schema is strict already where it says so; the SDK need not rewrite it, nor what the model sends.
  return { ...made, strict };

  async function needsApproval(context: RunContext<Context>, input: unknown, id?: string): Promise<boolean> {
    const waiting = await runOf(source, context).waitsFor({ id, name, arguments: input });
    return waiting?.kind === 'approval';
  }
}
