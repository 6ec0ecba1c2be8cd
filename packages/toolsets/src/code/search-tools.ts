import type { RunContext, ToolDefinition, ToolOutcome } from '@haft/core';
import { validates, type JsonSchemaObject } from '@haft/schema';
import type { BridgedCall, CodeLanguage } from './code-backend.js';
import type { CodeOptions } from './code-options.js';
import { allowedTools } from './refuse-tool.js';

const SEARCH_TOOLS = 'search_tools';

/**
 * Answers a call of `search_tools` with signatures: the description lists only those that fit into
 * it. A run that hides tools has a tool of this name, which the program calls instead.
 *
 * @returns undefined if the call is another one
 */
export async function searchTools(
  { name, arguments: sent }: BridgedCall,
  options: CodeOptions,
  language: CodeLanguage,
  run: Pick<RunContext<never>, 'callId' | 'calls'>,
): Promise<ToolOutcome | undefined> {
  if (name !== SEARCH_TOOLS || run.calls.tools().some((definition) => definition.name === name)) return undefined;
  const facts = { callId: run.callId, tool: name, repairs: [] };
  const args = parsed(sent);
  if (!validates(ARGUMENTS, args)) return { ...facts, status: 'retry', text: HELP, issues: [] };
  const { queries } = args as { readonly queries: readonly string[] };
  const value = await options.search.find(queries, allowedTools(options, run), language);
  return { ...facts, status: 'success', text: '', value };
}

/** Returns the tools that a program may call, and `search_tools`, for the check of a program. */
export function searchableTools(
  options: CodeOptions,
  run: Pick<RunContext<never>, 'calls'>,
): readonly ToolDefinition[] {
  const tools = allowedTools(options, run);
  return tools.some(({ name }) => name === SEARCH_TOOLS) ? tools : [...tools, SEARCH];
}

const HELP = "Give { queries: ['words', ...] }, at most 10 texts.";

const ARGUMENTS: JsonSchemaObject = {
  type: 'object',
  properties: {
    queries: { type: 'array', items: { type: 'string', maxLength: 1_000 }, minItems: 1, maxItems: 10 },
  },
  required: ['queries'],
};

const SEARCH: ToolDefinition = {
  name: SEARCH_TOOLS,
  description: 'Finds signatures of tools.',
  parameters: ARGUMENTS,
  toolset: 'CodeToolset',
  version: '0',
  fingerprint: '',
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
