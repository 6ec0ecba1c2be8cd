import {
  ApprovalRequired,
  ModelRetry,
  type ApprovalPredicate,
  type RunContext,
  refuseUnknownOptions,
  requireKinds,
  type OptionNames,
} from '@haft/core';
import { defineTool, toolset, type AnyTool, type ComposedToolset } from '@haft/runtime';
import { isJsonObject, isObject } from '@haft/schema/internal';
import { RequestContext } from '@mastra/core/request-context';
import { standardSchemaToJSONSchema, toStandardSchema, type PublicSchema } from '@mastra/core/schema';
import type { ToolExecutionContext } from '@mastra/core/tools';
import { describedBy } from '../shared/described-by.js';
import { requireForeignTools } from '../shared/require-foreign-tools.js';
import { resultOfOutput } from '../shared/result-of-output.js';
import { rootSchema } from '../shared/root-schema.js';
import { checkOnly, type StandardSchema } from '../shared/standard-schema.js';

/** Options of {@link fromMastra}. */
export interface FromMastraOptions {
  /** Returns the `requestContext` of a tool. Default: an empty one. */
  readonly requestContext?: (run: RunContext) => RequestContext;
}

/** The used part of a tool of Mastra from `createTool`. */
export interface MastraTool {
  /** The description for the model. */
  readonly description: string;
  /** The schema of the arguments. Without it, a tool has none. */
  readonly inputSchema?: PublicSchema | undefined;
  /** Examples of arguments for the model. */
  readonly inputExamples?: readonly { readonly input: Readonly<Record<string, unknown>> }[] | undefined;
  /** Whether a call needs an approval, or a function that decides it for the arguments. */
  readonly requireApproval?: boolean | NeedsApproval | undefined;
  /** Whether a provider must enforce the schema, if it can. */
  readonly strict?: boolean | undefined;
  /** Returns the part of the result for the model. */
  readonly toModelOutput?: ((output: never) => unknown) | undefined;
  /** Executes the tool. A tool without it cannot be called. */
  readonly execute?: ((input: never, context: never) => Promise<unknown>) | undefined;
}

type NeedsApproval = (
  input: never,
  context?: { requestContext?: Record<string, unknown> },
) => boolean | Promise<boolean>;

/**
 * Creates a toolset from tools of Mastra. Their schemas validate, and Haft adds repair, retry
 * prompts, limits and composition. A tool that suspends asks for an approval. When it is called
 * again, it gets the metadata of the approval as `resumeData`.
 *
 * @param name - the name of the toolset, for messages
 * @param tools - the tools by their names for the model
 * @example createRuntime({ toolsets: [toolsets, fromMastra('weather', { forecast: forecastTool })] })
 */
export function fromMastra(
  name: string,
  tools: Readonly<Record<string, MastraTool>>,
  options: FromMastraOptions = {},
): ComposedToolset {
  refuseUnknownOptions('fromMastra', options, OPTIONS);
  requireKinds('fromMastra', options, { requestContext: 'a function' });
  requireForeignTools(TOOLS, name, tools, 'an object');
  return toolset(
    name,
    Object.entries(tools).map(([key, one]) => definedOf(key, one, options)),
  );
}

function definedOf(name: string, one: MastraTool, options: FromMastraOptions): AnyTool {
  const { description, inputExamples, strict } = one;
  const approval = approvalOf(one, options);
  const facts = {
    name,
    description: describedBy(description, name),
    ...(inputExamples && { examples: inputExamples.map(({ input }) => input).filter(isJsonObject) }),
    ...(strict !== undefined && { strict }),
    settings: {
      ...(approval !== undefined && { approvals: [approval] }),
      ...(one.execute === undefined && { external: true }),
    },
    execute: (args: unknown, run: RunContext) => executed(one, args, run, options),
  };
  if (one.inputSchema === undefined) return defineTool({ ...facts, parameters: NOTHING });
  const schema = toStandardSchema(one.inputSchema);
  const json = rootSchema(standardSchemaToJSONSchema(schema, { io: 'input' }));
  return defineTool({ ...facts, parameters: checkOnly(schema as StandardSchema), jsonSchema: json });
}

const NOTHING = { type: 'object', properties: {}, additionalProperties: false } as const;

function approvalOf({ requireApproval }: MastraTool, options: FromMastraOptions): true | ApprovalPredicate | undefined {
  if (typeof requireApproval !== 'function') return requireApproval === true ? true : undefined;
  return async (args: never, run: RunContext) =>
    requireApproval(args, { requestContext: requestContextOf(run, options).all });
}

async function executed(one: MastraTool, args: unknown, run: RunContext, options: FromMastraOptions): Promise<unknown> {
  const given = await one.execute?.(args as never, contextOf(run, options) as never);
  if (isRefusal(given)) throw new ModelRetry(given.message);
  const { toModelOutput } = one;
  return toModelOutput === undefined ? given : resultOfOutput(given, await toModelOutput(given as never));
}

function contextOf(run: RunContext, options: FromMastraOptions): ToolExecutionContext {
  const { metadata: resumeData = {} } = run.approval ?? {};
  const suspend = (suspendPayload: unknown): Promise<never> => Promise.reject(new ApprovalRequired({ suspendPayload }));
  const resumable = { suspend, ...(Object.keys(resumeData).length > 0 && { resumeData }) };
  return {
    requestContext: requestContextOf(run, options),
    abortSignal: run.signal,
    agent: { agentId: run.runId, toolCallId: run.callId, messages: [], ...resumable },
    ...resumable,
    observe: { span: async (_name, work) => work(), log: () => undefined },
  };
}

function requestContextOf(run: RunContext, { requestContext }: FromMastraOptions): RequestContext {
  return requestContext?.(run) ?? new RequestContext();
}

/** Returns whether the result of a tool of Mastra rejects its arguments. */
function isRefusal(given: unknown): given is { readonly message: string } {
  return typeof given === 'object' && given !== null && 'validationErrors' in given && 'message' in given;
}

const TOOLS = {
  bridge: 'fromMastra',
  framework: 'Mastra',
  example: "fromMastra('weather', { forecast: createTool({ id, description, inputSchema, execute }) })",
  isTool: (value: unknown) => isObject(value) && typeof value['description'] === 'string',
};

const OPTIONS: OptionNames<FromMastraOptions> = { requestContext: true };
