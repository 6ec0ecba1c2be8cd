import {
  HaftError,
  refuseUnknownOptions,
  requireKinds,
  type ApprovalPredicate,
  type OptionNames,
  type RunContext,
} from '@haft/core';
import { defineTool, toolset, type AnyTool, type ComposedToolset } from '@haft/runtime';
import { isJsonObject, isObject } from '@haft/schema/internal';
import { asSchema, type InferSchema, type ModelMessage, type Tool, type ToolSet } from 'ai';
import { describedBy } from '../shared/described-by.js';
import { requireForeignTools } from '../shared/require-foreign-tools.js';
import { resultOfOutput } from '../shared/result-of-output.js';
import { rootSchema } from '../shared/root-schema.js';
import { isStandardSchema, type StandardSchema, type Validation } from '../shared/standard-schema.js';

/** Options of {@link fromAiSdk}. */
export interface FromAiSdkOptions {
  /** Returns the `context` of a tool with a `contextSchema`. Default: the run's `deps`. */
  readonly context?: (run: RunContext) => unknown;
}

/** Tools of the AI SDK as the types of a toolset. */
export type FromAiSdkTools<Tools> = {
  [Name in keyof Tools & string]: {
    readonly arguments: ArgumentsOf<Tools[Name]>;
    readonly result: ResultOf<Tools[Name]>;
  };
};

/**
 * The SDK's type forgets optional arguments (defaults). `run.call({ name, arguments })` accepts
 * them too.
 */
type ArgumentsOf<One> = One extends { readonly inputSchema: infer Schema } ? InferSchema<Schema> & object : object;

type ResultOf<One> = One extends { readonly execute?: (...args: never) => infer Given } ? LastOf<Given> : unknown;

type LastOf<Given> = Given extends AsyncIterable<infer Output> ? Output : Awaited<Given>;

/**
 * Creates a toolset from tools of the AI SDK. Their schemas validate, and Haft adds repair, retry
 * prompts, limits and composition. A tool without `execute` is external. The values of a streaming
 * tool are progress, and its last value is the result.
 *
 * @param name - the name of the toolset, for messages
 * @throws {HaftError} `HAFT_INVALID_OPTION` for a tool that its model provider executes, or whose
 *   description is a function
 * @example createRuntime({ toolsets: [toolsets, await fromAiSdk('weather', weatherTools)] })
 */
export function fromAiSdk<const Tools extends ToolSet>(
  name: string,
  tools: Tools,
  options?: FromAiSdkOptions,
): Promise<ComposedToolset<FromAiSdkTools<Tools>>>;
export async function fromAiSdk(
  name: string,
  tools: ToolSet,
  options: FromAiSdkOptions = {},
): Promise<ComposedToolset> {
  refuseUnknownOptions('fromAiSdk', options, OPTIONS);
  requireKinds('fromAiSdk', options, { context: 'a function' });
  requireForeignTools(TOOLS, name, tools, 'an object');
  const defined = await Promise.all(Object.entries(tools).map(([key, one]) => definedOf(key, one as Tool, options)));
  return toolset(name, defined);
}

async function definedOf(name: string, one: Tool, options: FromAiSdkOptions): Promise<AnyTool> {
  const description = usableDescription(name, one);
  const { inputExamples, strict, metadata } = one;
  const approval = approvalOf(one, options);
  const json = rootSchema(await asSchema(one.inputSchema).jsonSchema);
  const standard = standardOf(one);
  const facts = {
    name,
    description: describedBy(description, name),
    ...(inputExamples && {
      examples: inputExamples.map(({ input }: { readonly input: unknown }) => input).filter(isJsonObject),
    }),
    ...(strict !== undefined && { strict }),
    ...(isJsonObject(metadata) && { metadata }),
    settings: {
      ...(approval !== undefined && { approvals: [approval] }),
      ...(one.execute === undefined && { external: true }),
    },
    execute: (args: unknown, run: RunContext) => executed(one, args, factsOf(run, options)),
  };
  return standard === undefined
    ? defineTool({ ...facts, parameters: json })
    : defineTool({ ...facts, parameters: standard, jsonSchema: json });
}

function usableDescription(name: string, { type, description }: Tool): string | undefined {
  if (type !== 'provider' && typeof description !== 'function') return description;
  const problem = type === 'provider' ? 'runs at its model provider' : 'has a function as its description';
  throw new HaftError(
    'HAFT_INVALID_OPTION',
    `The tool '${name}' of the AI SDK ${problem}: it cannot be in a toolset.`,
    {
      hint: 'Pass it to the AI SDK next to the tools of `toAiSdk`, or write its description as a text.',
    },
  );
}

interface CallFacts {
  readonly toolCallId: string;
  readonly messages: ModelMessage[];
  readonly abortSignal: AbortSignal;
  readonly context: unknown;
}

function factsOf(run: RunContext, { context }: FromAiSdkOptions): CallFacts {
  const given = context === undefined ? run.deps : context(run);
  return { toolCallId: run.callId, messages: [], abortSignal: run.signal, context: given };
}

/**
 * Returns whether a tool needs approval. The SDK now uses `toolApproval`, which belongs to no tool,
 * but the tool's own setting still counts there.
 */
function approvalOf(one: Tool, options: FromAiSdkOptions): true | ApprovalPredicate | undefined {
  const needs = (one as { readonly needsApproval?: boolean | NeedsApproval }).needsApproval;
  if (typeof needs !== 'function') return needs === true ? true : undefined;
  return async (args: never, run: RunContext) => needs(args, factsOf(run, options));
}

type NeedsApproval = (input: unknown, options: CallFacts) => boolean | PromiseLike<boolean>;

/** Returns the result of a tool, or a generator if it streams. */
function executed(one: Tool, args: unknown, options: CallFacts): unknown {
  const given: unknown = one.execute?.(args, options);
  const shown = async (output: unknown): Promise<unknown> => {
    const { toModelOutput } = one;
    if (toModelOutput === undefined) return output;
    return resultOfOutput(output, await toModelOutput({ toolCallId: options.toolCallId, input: args, output }));
  };
  return isAsyncIterable(given) ? lastOf(given, shown) : Promise.resolve(given).then(shown);
}

async function* lastOf(outputs: AsyncIterable<unknown>, shown: (output: unknown) => Promise<unknown>) {
  const before: unknown[] = [];
  for await (const output of outputs) {
    yield* before.splice(0);
    before.push(output);
  }
  return shown(before[0]);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * Returns the validator in addition to the JSON Schema. A schema of the SDK's own kind
 * (`jsonSchema(schema)`) may have none.
 */
function standardOf({ inputSchema }: Tool): StandardSchema | undefined {
  if (isStandardSchema(inputSchema)) return inputSchema;
  const { validate } = asSchema(inputSchema);
  if (validate === undefined) return undefined;
  const validated = async (value: unknown): Promise<Validation> => {
    const result = await validate(value);
    return result.success ? { value: result.value } : { issues: [{ message: result.error.message }] };
  };
  return { '~standard': { version: 1, vendor: 'ai', validate: validated } };
}

const TOOLS = {
  bridge: 'fromAiSdk',
  framework: 'the AI SDK',
  example: "await fromAiSdk('weather', { forecast: tool({ description, inputSchema, execute }) })",
  isTool: (value: unknown) => isObject(value) && ('inputSchema' in value || value['type'] === 'provider'),
};

const OPTIONS: OptionNames<FromAiSdkOptions> = { context: true };
