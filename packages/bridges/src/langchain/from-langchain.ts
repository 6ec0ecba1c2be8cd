import {
  ToolFailed,
  ToolResult,
  type ContentPart,
  type RunContext,
  refuseUnknownOptions,
  requireKinds,
  type OptionNames,
} from '@haft/core';
import { defineTool, toolset, type AnyTool, type ComposedToolset } from '@haft/runtime';
import { ToolMessage } from '@langchain/core/messages';
import type { StructuredToolInterface, ToolRunnableConfig } from '@langchain/core/tools';
import { toJsonSchema } from '@langchain/core/utils/json_schema';
import { isObject } from '@haft/schema/internal';
import { describedBy } from '../shared/described-by.js';
import { requireForeignTools } from '../shared/require-foreign-tools.js';
import { rootSchema } from '../shared/root-schema.js';
import { checkOnly, isStandardSchema } from '../shared/standard-schema.js';

/** Options of {@link fromLangChain}. */
export interface FromLangChainOptions {
  /**
   * Returns the config of a tool, in addition to the call and the signal. Default: the run's `deps`
   * as `context`.
   */
  readonly config?: (run: RunContext) => ToolRunnableConfig;
}

/**
 * Creates a toolset from tools of LangChain. Their schemas validate, and Haft adds repair, retry
 * prompts, limits and composition. The value of a result is the tool's artifact, if it has one.
 *
 * @param name - the name of the toolset, for messages
 * @example createRuntime({ toolsets: [toolsets, fromLangChain('search', [new TavilySearch()])] })
 */
export function fromLangChain(
  name: string,
  tools: readonly StructuredToolInterface[],
  options: FromLangChainOptions = {},
): ComposedToolset {
  refuseUnknownOptions('fromLangChain', options, OPTIONS);
  requireKinds('fromLangChain', options, { config: 'a function' });
  requireForeignTools(TOOLS, name, tools, 'a list');
  return toolset(
    name,
    tools.map((one) => definedOf(one, options)),
  );
}

function definedOf(one: StructuredToolInterface, options: FromLangChainOptions): AnyTool {
  const schema: unknown = one.schema;
  const facts = {
    name: one.name,
    description: describedBy(one.description, one.name),
    execute: (args: unknown, run: RunContext) => executed(one, args, run, options),
  };
  if (!isStandardSchema(schema)) return defineTool({ ...facts, parameters: rootSchema(toJsonSchema(one.schema)) });
  const parameters = checkOnly(schema);
  // LangChain's own converter requires properties that have a default. That of the library does
  // not.
  return schema['~standard'].jsonSchema === undefined
    ? defineTool({ ...facts, parameters, jsonSchema: rootSchema(toJsonSchema(one.schema)) })
    : defineTool({ ...facts, parameters });
}

async function executed(
  one: StructuredToolInterface,
  args: unknown,
  run: RunContext,
  { config = (context) => ({ context: context.deps }) }: FromLangChainOptions,
): Promise<ToolResult> {
  const call = { type: 'tool_call', id: run.callId, name: one.name, args: isObject(args) ? args : {} } as const;
  const host = config(run);
  const callbacks = withProgress(host.callbacks, run);
  const given: unknown = await one.invoke(call, { ...host, callbacks, signal: run.signal });
  if (!ToolMessage.isInstance(given)) throw new TypeError(`The tool '${one.name}' of LangChain gave no message.`);
  return resultOf(given);
}

type Callbacks = NonNullable<ToolRunnableConfig['callbacks']>;

/**
 * Adds a callback for progress. A custom callback manager of the host stays unchanged. Then only
 * the host receives the values of the tool.
 */
function withProgress(callbacks: Callbacks | undefined, run: RunContext): Callbacks {
  const handleToolEvent = (progress: unknown): void => {
    run.report(progress);
  };
  if (callbacks === undefined) return [{ handleToolEvent }];
  return Array.isArray(callbacks) ? [...callbacks, { handleToolEvent }] : callbacks;
}

function resultOf(message: ToolMessage): ToolResult {
  const { content, text, status } = message;
  const artifact: unknown = message.artifact;
  if (status === 'error') throw new ToolFailed(text);
  const value = artifact ?? content;
  return new ToolResult({ value, content: typeof content === 'string' ? content : message.contentBlocks.map(partOf) });
}

type Block = ToolMessage['contentBlocks'][number];

/**
 * Converts a block. One that only some model providers support becomes its JSON, so that nothing is
 * lost silently.
 */
function partOf(block: Block): ContentPart {
  if (block.type === 'text' && typeof block.text === 'string') return { type: 'text', text: block.text };
  const { data, url, mimeType = 'application/octet-stream' } = block as Media;
  if (typeof data === 'string') {
    const type = block.type === 'image' || block.type === 'audio' ? block.type : 'file';
    return { type, data, mediaType: mimeType };
  }
  return url === undefined ? { type: 'text', text: JSON.stringify(block) } : { type: 'resource', uri: url };
}

interface Media {
  readonly data?: unknown;
  readonly url?: string;
  readonly mimeType?: string;
}

const TOOLS = {
  bridge: 'fromLangChain',
  framework: 'LangChain',
  example: "fromLangChain('weather', [forecast]), with tools of `tool()` from @langchain/core/tools",
  isTool: (value: unknown) => isObject(value) && typeof value['invoke'] === 'function' && 'schema' in value,
};

const OPTIONS: OptionNames<FromLangChainOptions> = { config: true };
